import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer, server, unreachable } from '../../testing/server';
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
  answer('get', '/api/get_contact_filters', { tags: [] });
  answer('get', '/api/people', { people: [] });
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

  it('is searched by the server, and says how many were found', async () => {
    const user = open([contact({}), contact({ contact_id: 'c2', first_name: 'Ben' })]);
    await screen.findByText('Ben Lovelace');
    const asked = answer('get', '/api/get_all_contacts', { contacts: [contact({})], total: 1, next_cursor: null });
    await user.type(screen.getByRole('searchbox'), ' engine  works ');
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(asked).toEqual(['?sort=name&q=engine%20%20works&limit=100']);
    expect(screen.getByRole('status')).toHaveTextContent('1 contact');
    answer('get', '/api/get_all_contacts', { contacts: [], total: 0, next_cursor: null });
    await user.type(screen.getByRole('searchbox'), 'nobody');
    expect(await screen.findByText('No contacts found')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('0 contacts');
    answer('get', '/api/get_all_contacts', { contacts: [contact({})], total: null, next_cursor: null });
    await user.clear(screen.getByRole('searchbox'));
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('More than 10,000 contacts'));
    server.use(
      http.get('/api/get_all_contacts', ({ request }) => {
        const total = new URL(request.url).searchParams.get('exact_total') === 'true' ? 34_567 : null;
        return HttpResponse.json({ contacts: [contact({})], total, next_cursor: null });
      }),
    );
    await user.type(screen.getByRole('searchbox'), 'ada');
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('34,567 contacts'));
  });

  it('is sorted by the headings that can be', async () => {
    const user = open([contact({})]);
    await screen.findByText('Ada Lovelace');
    const asked = answer('get', '/api/get_all_contacts', { contacts: [contact({})], total: 1, next_cursor: null });
    const heading = (name: string) => screen.getByRole('columnheader', { name: new RegExp(`${name}$`) });
    expect(heading('Name')).toHaveAttribute('aria-sort', 'ascending');
    expect(heading('Phone')).toHaveAttribute('aria-sort', 'none');
    expect(heading('Actions')).not.toHaveAttribute('aria-sort');
    await user.click(screen.getByRole('button', { name: 'Company' }));
    await waitFor(() => expect(heading('Company')).toHaveAttribute('aria-sort', 'ascending'));
    await user.click(screen.getByRole('button', { name: 'Company' }));
    await waitFor(() => expect(heading('Company')).toHaveAttribute('aria-sort', 'descending'));
    expect(heading('Name')).toHaveAttribute('aria-sort', 'none');
    await waitFor(() => expect(asked).toEqual(['?sort=company&limit=100', '?sort=-company&limit=100']));
  });

  it('is sorted by phone, and by those further columns that the server sorts', async () => {
    const user = open([contact({})]);
    await screen.findByText('Ada Lovelace');
    const asked = answer('get', '/api/get_all_contacts', { contacts: [contact({ lead_score: 7 })], total: 1, next_cursor: null });
    await user.click(screen.getByRole('button', { name: 'Phone' }));
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    for (const name of ['Assigned To', 'City', 'Lead Score']) await user.click(await screen.findByRole('checkbox', { name }));
    await user.keyboard('{Escape}');
    expect(screen.getByRole('columnheader', { name: 'City' })).not.toHaveAttribute('aria-sort');
    await user.click(screen.getByRole('button', { name: 'Assigned To' }));
    await user.click(screen.getByRole('button', { name: 'Lead Score' }));
    await user.click(screen.getByRole('button', { name: 'Lead Score' }));
    const sorts = ['phone', 'assigned_to', 'lead_score', '-lead_score'];
    await waitFor(() => expect(asked).toEqual(sorts.map((sort) => `?sort=${sort}&limit=100`)));
  });

  it('is sorted by a field on a phone, which shows no headings', async () => {
    const listening = { addEventListener: vi.fn(), removeEventListener: vi.fn() };
    vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ ...listening, matches: media.includes('max-width') }) as never);
    const user = open([contact({})]);
    const order = await screen.findByRole('combobox', { name: 'Order' });
    expect(order).toHaveValue('Name, ascending');
    const asked = answer('get', '/api/get_all_contacts', { contacts: [contact({})], total: 1, next_cursor: null });
    await user.click(order);
    await user.click(await screen.findByRole('option', { name: 'Email, descending' }));
    await waitFor(() => expect(asked).toEqual(['?sort=-email&limit=100']));
    expect(order).toHaveValue('Email, descending');
  });

  it('opens a contact that is on none of the loaded pages', async () => {
    answer('get', '/api/get_all_contacts', { contacts: [contact({ contact_id: 'c77', first_name: 'Zoe' })], total: 1, next_cursor: null });
    server.use(
      http.get('/api/get_all_contacts', ({ request }) =>
        new URL(request.url).searchParams.has('contact_id')
          ? undefined
          : HttpResponse.json({ contacts: [contact({})], total: null, next_cursor: null }),
      ),
    );
    renderScreen(<ContactsScreen adding={false} onAdding={() => undefined} shown="c77" onShow={() => undefined} />);
    const edit = await screen.findByRole('dialog', { name: 'Edit Contact' });
    expect(within(edit).getByLabelText(/First Name/)).toHaveValue('Zoe');
  });
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
    expect(await within(modal).findByText('A contact with this name and email address already exists')).toBeVisible();
    expect(asked).toHaveLength(0);
    write(/Last Name/, 'Byron');
    expect(within(modal).queryByText('A contact with this name and email address already exists')).not.toBeInTheDocument();
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
