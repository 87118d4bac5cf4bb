import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer, unreachable } from '../../testing/server';
import { ContactsScreen } from './contacts-screen';

const contact = (over: object) => ({
  contact_id: 'c1',
  id: 'c1',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@engine.example',
  email1: 'ada@engine.example',
  phone_number: '7135550100',
  company_name: 'Engine Works',
  title: null,
  job_title: 'Analyst',
  version: 1,
  created_at: '2026-01-01T00:00:00Z',
  ...over,
});

function Screen() {
  const [adding, setAdding] = useState(false);
  const [shown, setShown] = useState<string | null>(null);
  // As with the URL: one or the other.
  const show = (contactId: string | null): void => {
    setAdding(false);
    setShown(contactId);
  };
  return <ContactsScreen adding={adding} onAdding={setAdding} shown={shown} onShow={show} />;
}

function open(contacts: object[]) {
  answer('get', '/api/get_all_contacts', { contacts: contacts as Record<string, string>[] });
  renderScreen(<Screen />);
  return userEvent.setup({ delay: null });
}

const rows = () => screen.getAllByRole('row').slice(1);

describe('the directory', () => {
  it('shows name, title, e-mail, phone and company', async () => {
    const bare = { first_name: '', last_name: '', phone_number: null, title: 'Dr.', job_title: null, company_name: null };
    open([contact({ title: 'Ms.' }), contact({ contact_id: 'c2', ...bare })]);
    await screen.findByText('Ada Lovelace');
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Name', 'Email', 'Phone', 'Company', 'Actions']);
    const [named, unnamed] = rows();
    // The job title is listed before the form of address.
    expect(named).toHaveTextContent('Analyst');
    expect(named).not.toHaveTextContent('Ms.');
    expect(named).toHaveTextContent('(713) 555-0100');
    expect(unnamed).toHaveTextContent('Unnamed Contact');
    expect(unnamed).toHaveTextContent('Dr.');
    expect(unnamed).toHaveTextContent('N/A');
  });

  it('is searched across names, e-mail, phone, company and titles', async () => {
    const user = open([
      contact({}),
      contact({ contact_id: 'c2', first_name: 'Ben', last_name: 'Okafor', email: 'ben@x.example', job_title: 'Broker' }),
    ]);
    await screen.findByText('Ada Lovelace');
    await user.type(screen.getByRole('searchbox'), 'okafor brok');
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(rows()[0]).toHaveTextContent('Ben Okafor');
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), 'nobody');
    expect(await screen.findByText('No contacts found')).toBeVisible();
  });
});

describe('phone numbers', () => {
  const numbers = [
    contact({ phone_number: '713-555-0999' }),
    contact({ contact_id: 'c2', first_name: 'Ben', phone_number: null, mobile_number: '+1 (713) 555 0999' }),
    contact({ contact_id: 'c3', first_name: 'Cid', phone_number: '832 555 0124' }),
  ];

  it.each(['7135550999', '(713) 555-0999', '+1 713 555 0999', 'lovelace 555-0999'])(
    'are found as %s, however they are stored',
    async (typed) => {
      const user = open(numbers);
      await screen.findByText('Cid Lovelace');
      await user.click(screen.getByRole('searchbox'));
      await user.paste(typed);
      await waitFor(() => expect(rows()).toHaveLength(2));
      expect(rows()[0]).toHaveTextContent('(713) 555-0999');
    },
  );
});

describe('Add New Contact', () => {
  async function openModal(contacts: object[] = []) {
    const user = open(contacts);
    await user.click(await screen.findByRole('button', { name: 'Add Contact' }));
    const modal = await screen.findByRole('dialog', { name: 'Add New Contact' });
    expect(within(modal).getByText('Fill in the details below to create a new contact.')).toBeVisible();
    const save = () => user.click(within(modal).getByRole('button', { name: 'Add Contact' }));
    // Sets the value at once: typing letter by letter takes seconds on a busy machine.
    const write = (field: RegExp, value: string) => fireEvent.change(within(modal).getByLabelText(field), { target: { value } });
    const fill = () => {
      write(/First Name/, 'Ada');
      write(/Last Name/, 'Lovelace');
      write(/^Email/, 'ada@engine.example');
    };
    return { user, modal, save, fill, write };
  }

  it('requires first name, last name and an e-mail address', async () => {
    const { modal, save, write } = await openModal();
    write(/^Email/, 'not an address');
    await save();
    expect(within(modal).getByText('First Name is required')).toBeVisible();
    expect(within(modal).getByText('Last Name is required')).toBeVisible();
    expect(within(modal).getByText('Please enter a valid email address.')).toBeVisible();
  });

  it('sends the fields, blank ones as null, and shows the new contact', async () => {
    const asked = answer('post', '/api/add_contact', { success: true, contact_id: 'c9', contact: contact({}) });
    const { save, fill } = await openModal();
    fill();
    answer('get', '/api/get_all_contacts', { contacts: [contact({ contact_id: 'c9', email: 'ada@works.example' })] });
    await save();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await screen.findByText('Ada Lovelace was added to the contacts.')).toBeVisible();
    expect(await screen.findByText('Ada Lovelace')).toBeVisible();
    expect(asked).toMatchObject([
      { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@engine.example', phone_number: null, lead_score: null },
    ]);
  });

  it('asks before the same name and e-mail address are added again', async () => {
    const asked = answer('post', '/api/add_contact', { success: true, contact_id: 'c9', contact: contact({}) });
    const { user, modal, save, fill, write } = await openModal([contact({ email: 'ADA@engine.example' })]);
    fill();
    await save();
    expect(await within(modal).findByText('A contact with this name and e-mail exists')).toBeVisible();
    expect(asked).toHaveLength(0);
    write(/Last Name/, 'Byron');
    expect(within(modal).queryByText('A contact with this name and e-mail exists')).not.toBeInTheDocument();
    write(/Last Name/, 'Lovelace');
    await user.click(within(modal).getByRole('button', { name: 'Add anyway' }));
    await waitFor(() => expect(asked).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('opens the contact that is there', async () => {
    const { user, modal, save, fill } = await openModal([contact({})]);
    fill();
    await save();
    await user.click(await within(modal).findByRole('button', { name: 'Open it' }));
    const edit = await screen.findByRole('dialog', { name: 'Edit Contact' });
    expect(within(edit).getByLabelText(/^Company/)).toHaveValue('Engine Works');
  });

  it('shows the error of a reply that has one', async () => {
    answer('post', '/api/add_contact', { error: 'This address is taken.' });
    const { modal, save, fill } = await openModal();
    fill();
    await save();
    expect(await within(modal).findByRole('alert')).toHaveTextContent('This address is taken.');
  });

  it('says when it could not be saved at all', async () => {
    unreachable('post', '/api/add_contact');
    const { modal, save, fill } = await openModal();
    fill();
    await save();
    expect(await within(modal).findByRole('alert')).toHaveTextContent('There was a problem saving the contact. Please try again.');
  });
});
