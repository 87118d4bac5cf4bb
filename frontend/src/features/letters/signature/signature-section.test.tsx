import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { queryClient } from '../../../api/query-client';
import { renderScreen } from '../../../testing/render-screen';
import { answer } from '../../../testing/server';
import type { Letter } from '../api';
import type { LetterLink } from './api';
import { SignatureSection } from './signature-section';

const letter: Letter = {
  letter_id: 'l1',
  number: 'LOI-2026-0001',
  letter_version: 1,
  version: 3,
  project_id: 'p1',
  property_id: 'q1',
  ll_uuid: 'u1',
  parcel_number: '041',
  address: '1 Cypress St',
  city: 'Houston',
  owner_name: 'Oak LLC',
  price: 950_000,
  status: 'sent',
  withdrawn_at: null,
  content_hash: 'hash',
  job_id: 'j1',
  pdf: '041/LOI.pdf',
  pdf_state: 'made',
  created_by_name: 'Maya Chen',
  created_at: '2026-11-25T10:00:00Z',
  approved_by_name: 'Maya Chen',
  approved_at: '2026-11-25T11:00:00Z',
  sent_at: '2026-11-25T12:00:00Z',
  expires_at: null,
  expiry: null,
  mail_status: null,
  newer: null,
  replaced_by: null,
  html: '',
  terms: { contact_name: 'Dana Lee', owner_name: 'Oak LLC' },
  report: [],
  events: [],
  transitions: [],
  deadlines: [],
  dates: { psa_executed_on: null, materials_delivered_on: null, refusal: 'The letter is not sent.' },
  date_terms: [],
};

const link = (over: Partial<LetterLink> = {}): LetterLink => ({
  link_id: 'k1',
  party: 'seller',
  name: 'Dana Lee',
  email: 'dana@oak.example',
  capacity: 'Manager of Oak LLC',
  created_by_name: 'Maya Chen',
  created_at: '2026-11-25T12:00:00Z',
  mailed_at: null,
  mail_status: null,
  expires_at: '2026-12-25T12:00:00Z',
  revoked_at: null,
  state: 'open',
  fetched: 4,
  openings: { least: 1, most: 3 },
  signed_at: null,
  decline: null,
  proposed: null,
  ...over,
});
const suggested = { name: 'Dana Lee', email: 'dana@oak.example', capacity: 'Manager of Oak LLC' };
const ann = { link_id: 'k2', name: 'Ann Oak', email: 'ann@oak.example' };

async function open(links: readonly LetterLink[], of: Partial<Letter> = {}) {
  answer('get', '/property_api/letters/l1/links', { links: [...links], suggested_signer: suggested });
  renderScreen(<SignatureSection letter={{ ...letter, ...of }} onDialog={() => undefined} />);
  const section = await screen.findByRole('region', { name: 'Signature' });
  const signer = (name: string) => within(section).findByRole('listitem', { name });
  return { section, signer, user: userEvent.setup({ delay: null }) };
}

describe('the signers of a letter', () => {
  it('are listed with what is known of each', async () => {
    const { signer } = await open([
      link(),
      link({ ...ann, state: 'signed', signed_at: '2026-11-26T09:00:00Z' }),
      link({ link_id: 'k3', name: 'Bo', state: 'declined', decline: { reason: 'price', text: 'Too low', at: '2026-11-26T10:00:00Z' } }),
      link({ link_id: 'k4', name: 'Cy', state: 'revoked', proposed: { name: 'Di Oak', email: 'di@oak.example' } }),
      link({
        link_id: 'k5',
        name: 'Ed',
        mailed_at: '2026-11-26T10:00:00Z',
        mail_status: 'failed',
        openings: { least: 0, most: 0 },
        fetched: 0,
      }),
    ]);
    const dana = await signer('Dana Lee');
    for (const fact of ['Waits for an answer', '1–3 openings, 1 certain', 'Manager of Oak LLC · dana@oak.example'])
      expect(within(dana).getByText(fact)).toBeVisible();
    expect(await signer('Ann Oak')).toHaveTextContent(/Signed Nov 26, 2026/);
    expect(within(await signer('Ann Oak')).queryByRole('button')).not.toBeInTheDocument();
    expect(await signer('Bo')).toHaveTextContent(/Declined Nov 26, 2026.*: The price.*Too low/);
    expect(await signer('Cy')).toHaveTextContent('Not the right person');
    expect(within(await signer('Cy')).getByRole('button', { name: 'Make a link for Di Oak' })).toBeVisible();
    expect(await signer('Ed')).toHaveTextContent('was not delivered');
    expect(await signer('Ed')).toHaveTextContent('Not opened');
  });

  it('are nobody’s matter while the letter is a draft', async () => {
    const asked = answer('get', '/property_api/letters/l1/links', { links: [] });
    renderScreen(<SignatureSection letter={{ ...letter, status: 'draft', pdf: null }} onDialog={() => undefined} />);
    await waitFor(() => expect(asked).toHaveLength(1));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
  });

  it('signed a file that is sealed', async () => {
    answer('get', '/property_api/letters/l1/evidence', {
      rows: [],
      intact: true,
      broken_at: null,
      seal: {
        state: 'sealed',
        pdf: '041/LOI_signed.pdf',
        sha256: 'f00d',
        fingerprint: 'beef',
        chain_head: 'cafe',
        sealed_at: '2026-11-26T09:01:00Z',
      },
    });
    await open([link({ state: 'signed', signed_at: '2026-11-26T09:00:00Z' })], { status: 'signed' });
    expect(await screen.findByRole('link', { name: 'Open the signed PDF' })).toHaveAttribute(
      'href',
      '/attachment-viewer?file=041%2FLOI_signed.pdf',
    );
    expect(screen.getByText('The record of the signatures is intact.')).toBeVisible();
    expect(screen.getByText('f00d')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Make a link' })).not.toBeInTheDocument();
  });
});

describe('a file that could not be sealed', () => {
  it('is made again', async () => {
    const record = { rows: [], intact: true, broken_at: null };
    const seal = { state: 'failed', pdf: null, sha256: null, fingerprint: null, chain_head: null, sealed_at: null } as const;
    answer('get', '/property_api/letters/l1/evidence', { ...record, seal });
    const { user } = await open([link({ state: 'signed', signed_at: '2026-11-26T09:00:00Z' })], { status: 'signed' });
    expect(await screen.findByText('The signed PDF could not be made.')).toBeVisible();
    const waiting = { ...record, seal: { ...seal, state: 'waiting' } };
    const asked = answer('post', '/property_api/letters/l1/seal', waiting);
    answer('get', '/property_api/letters/l1/evidence', waiting);
    await user.click(screen.getByRole('button', { name: 'Make again' }));
    expect(await screen.findByText('The signed PDF is being made.')).toBeVisible();
    expect(asked).toHaveLength(1);
  });
});

describe('making a link', () => {
  it('is prefilled, and shows the address once', async () => {
    const { user, section } = await open([]);
    const asked = answer('post', '/property_api/letters/l1/links', { ...link(), url: 'https://sitewright.example/sign#secret' }) as {
      request_key: string;
    }[];
    await user.click(within(section).getByRole('button', { name: 'Make a link' }));
    const dialog = await screen.findByRole('dialog', { name: 'Make a link' });
    expect(await within(dialog).findByRole('textbox', { name: 'Name' })).toHaveValue('Dana Lee');
    expect(within(dialog).getByRole('textbox', { name: 'E-mail' })).toHaveValue('dana@oak.example');
    expect(within(dialog).getByRole('textbox', { name: 'Signs as' })).toHaveValue('Manager of Oak LLC');
    await user.click(within(dialog).getByRole('button', { name: 'Make the link' }));
    const made = await screen.findByRole('dialog', { name: 'Link made' });
    expect(within(made).getByRole('textbox', { name: 'Address for Dana Lee' })).toHaveValue('https://sitewright.example/sign#secret');
    await user.click(within(made).getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('https://sitewright.example/sign#secret');
    expect(asked).toMatchObject([
      { party: 'seller', name: 'Dana Lee', email: 'dana@oak.example', capacity: 'Manager of Oak LLC', expires_at: null },
    ]);
    expect(asked[0]?.request_key).toMatch(/^[0-9a-f-]{36}$/);
    await user.click(within(made).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it.each([
    [{ code: 'letter_link.signing_not_set_up', error: 'Not set up' }, 409, 'Signing is not set up on this installation.'],
    [{ code: 'letter_link.refused', error: 'A letter has at most 20 links.' }, 409, 'A letter has at most 20 links.'],
  ])('says why it is refused', async (problem, status, sentence) => {
    const { user, section } = await open([]);
    answer('post', '/property_api/letters/l1/links', problem, status);
    await user.click(within(section).getByRole('button', { name: 'Make a link' }));
    await user.click(await screen.findByRole('button', { name: 'Make the link' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  });

  it('takes over who was named instead', async () => {
    const { user, signer } = await open([link({ state: 'revoked', proposed: { name: 'Di Oak', email: 'di@oak.example' } })]);
    await user.click(within(await signer('Dana Lee')).getByRole('button', { name: 'Make a link for Di Oak' }));
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Di Oak');
    expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue('di@oak.example');
    answer(
      'post',
      '/property_api/letters/l1/links',
      { code: 'request.invalid', error: 'x', errors: { expires_at: 'Use a time in the future.' } },
      400,
    );
    await user.click(screen.getByRole('button', { name: 'Make the link' }));
    await waitFor(() => expect(screen.getByLabelText('Valid until')).toHaveAccessibleDescription(/Use a time in the future\./));
  });
});

describe('a link', () => {
  it('is sent by e-mail', async () => {
    const { user, signer } = await open([link()]);
    await user.click(within(await signer('Dana Lee')).getByRole('button', { name: /by e-mail$/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Send the link to Dana Lee' });
    expect(within(dialog).getByText('Letter of intent LOI-2026-0001 for 1 Cypress St')).toBeVisible();
    answer(
      'post',
      '/property_api/letters/l1/links/k1/send',
      { code: 'request.invalid', error: 'x', errors: { body: 'Write it once.' } },
      400,
    );
    await user.click(within(dialog).getByRole('button', { name: 'Send' }));
    expect(await within(dialog).findByText('Write it once.')).toBeVisible();
    const asked = answer('post', '/property_api/letters/l1/links/k1/send', { mail_id: 'm', to: 'dana@oak.example' }) as { body: string }[];
    await user.click(within(dialog).getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Message to dana@oak.example queued.')).toBeVisible();
    expect(asked[0]?.body).toContain('{{link}}');
  });

  it('is revoked after a question, and the letter finished if the others have signed', async () => {
    const { user, signer } = await open([link(), link({ ...ann, state: 'signed', signed_at: '2026-11-26T09:00:00Z' })]);
    const asked = answer('post', '/property_api/letters/l1/links/k1/revoke', link({ state: 'revoked' }));
    await user.click(within(await signer('Dana Lee')).getByRole('button', { name: 'Revoke the link of Dana Lee' }));
    const dialog = await screen.findByRole('dialog', { name: 'Revoke' });
    expect(asked).toEqual([]);
    await user.click(within(dialog).getByRole('checkbox', { name: 'The letter is signed without Dana Lee' }));
    await user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(asked).toEqual([{ finish: true }]));
  });

  it('that was closed can be left out later', async () => {
    const { user, section } = await open([
      link({ state: 'revoked', revoked_at: '2026-11-26T08:00:00Z' }),
      link({ ...ann, state: 'signed', signed_at: '2026-11-26T09:00:00Z' }),
    ]);
    const asked = answer('post', '/property_api/letters/l1/links/k1/revoke', link({ state: 'revoked' }));
    await user.click(await within(section).findByRole('button', { name: 'Finish signing' }));
    const dialog = await screen.findByRole('dialog', { name: 'Finish signing' });
    expect(dialog).toHaveTextContent('The letter is then signed by Ann Oak, and nobody else is asked.');
    await user.click(within(dialog).getByRole('button', { name: 'Finish signing' }));
    await waitFor(() => expect(asked).toEqual([{ finish: true }]));
  });
});
