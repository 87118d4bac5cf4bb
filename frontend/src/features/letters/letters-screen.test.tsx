import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer, server } from '../../testing/server';
import type { LetterSummary } from './api';
import { LettersScreen } from './letters-screen';

const letter = (serial: number, over: Partial<LetterSummary> = {}): LetterSummary => ({
  letter_id: `l${serial}`,
  number: `LOI-2026-000${serial}`,
  letter_version: 1,
  version: 1,
  project_id: 'p1',
  property_id: `q${serial}`,
  ll_uuid: `u${serial}`,
  parcel_number: `04${serial}`,
  address: `${serial} Cypress St`,
  city: 'Houston',
  owner_name: 'Bayou Trust',
  price: 950_000,
  status: 'draft',
  withdrawn_at: null,
  content_hash: `hash ${serial}`,
  job_id: 'j1',
  pdf: null,
  pdf_state: 'waiting',
  created_by_name: 'Maya Chen',
  created_at: '2026-11-25T10:00:00Z',
  approved_by_name: null,
  approved_at: null,
  sent_at: null,
  expires_at: null,
  expiry: null,
  mail_status: null,
  newer: null,
  replaced_by: null,
  ...over,
});

const undated = {
  deadlines: [],
  dates: { psa_executed_on: null, materials_delivered_on: null, refusal: 'The letter is not sent.' },
  date_terms: [],
};

const both = [letter(1), letter(2, { status: 'approved', price: 1_000_000 })];
const totals = {
  count: 2,
  price: 1_950_000,
  by_status: [
    { status: 'approved' as const, count: 1, price: 1_000_000 },
    { status: 'draft' as const, count: 1, price: 950_000 },
  ],
};

function Screen() {
  const [shown, setShown] = useState<string | null>(null);
  return <LettersScreen projectId="p1" jobId={undefined} shown={shown} onShow={setShown} />;
}

async function open() {
  const asked = answer('get', '/property_api/letters', { letters: both, next: null, totals });
  answer('get', '/property_api/letter_terms', { terms: [{ name: 'close_days', label: 'Days until closing' }] });
  const { router } = renderScreen(<Screen />);
  await screen.findByText('LOI-2026-0001');
  return { user: userEvent.setup({ delay: null }), asked, router };
}

it('filters by state with counts and sums, and searches', async () => {
  const { user, asked } = await open();
  expect(screen.getByRole('button', { name: 'All: 2, $1,950,000' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: 'Draft: 1, $950,000' }));
  await waitFor(() => expect(asked.at(-1)).toBe('?project_id=p1&status=draft&limit=100'));
  expect(await screen.findByText('1 letter')).toBeInTheDocument();
  await user.type(screen.getByRole('searchbox'), 'bayou');
  await waitFor(() => expect(asked.at(-1)).toBe('?project_id=p1&status=draft&q=bayou&limit=100'));
});

it('approves what was read, with every figure and the total, and lists what is refused', async () => {
  const { user } = await open();
  const asked = answer('post', '/property_api/letters/approve', {
    approved: ['l1'],
    refused: [{ letter_id: 'l2', code: 'state', sentence: 'It is approved already.' }],
    command_id: 'c1',
  });
  await user.click(screen.getByRole('checkbox', { name: 'Select all loaded letters' }));
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve 2 letters' });
  expect(within(dialog).getByText('LOI-2026-0001 · 1 Cypress St')).toBeVisible();
  expect(within(dialog).getByText('$950,000')).toBeVisible();
  expect(within(dialog).getByText('2 letters, $1,950,000 in total')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
  expect(await within(dialog).findByText('LOI-2026-0002: It is approved already.')).toBeVisible();
  expect(asked).toEqual([
    {
      letters: [
        { letter_id: 'l1', content_hash: 'hash 1' },
        { letter_id: 'l2', content_hash: 'hash 2' },
      ],
    },
  ]);
});

it('takes an approval back, and names the letters that it leaves', async () => {
  const { user } = await open();
  answer('post', '/property_api/letters/approve', { approved: ['l1', 'l2'], refused: [], command_id: 'c1' });
  const undone = answer('post', '/property_api/letters/undo', {
    undone: ['l1'],
    left: [{ letter_id: 'l2', code: 'changed', sentence: 'It was sent or changed since.' }],
    links_closed: 0,
  });
  await user.click(screen.getByRole('checkbox', { name: 'Select all loaded letters' }));
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve 2 letters' }));
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('2 letters approved.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Not undone: 1 letter. LOI-2026-0002: It was sent or changed since.')).toBeVisible();
  expect(undone).toEqual([{ command_id: 'c1' }]);
});

it('names the later version that went out instead', async () => {
  const replaced = letter(1, { status: 'sent', replaced_by: 'LOI-2026-0001/2' });
  answer('get', '/property_api/letters', { letters: [replaced], next: null, totals });
  answer('get', '/property_api/letter_terms', { terms: [] });
  renderScreen(<Screen />);
  expect(await screen.findByText('Replaced by LOI-2026-0001/2')).toBeVisible();
});

it('offers no undo of what was not done', async () => {
  const { user } = await open();
  const sentence = 'This letter needs the approval of another person.';
  const refused = [{ letter_id: 'l1', code: 'needs_another_person', sentence }];
  answer('post', '/property_api/letters/approve', { approved: [], refused, command_id: null });
  await user.click(screen.getByRole('checkbox', { name: 'Select LOI-2026-0001' }));
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve 1 letter' }));
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await dialog.findByText(`LOI-2026-0001: ${sentence}`)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

it('sends the selected letters with one key', async () => {
  const { user } = await open();
  const asked = answer('post', '/property_api/letters/send', {
    queued: [{ letter_id: 'l2', mail_id: 'm', to: ['ann@owner.example'] }],
    refused: [],
  }) as { letters: string[]; request_key: string }[];
  answer('post', '/property_api/letters/send/preview', {
    ready: [{ letter_id: 'l2', to: ['ann@owner.example'], signer: null }],
    refused: [],
  });
  await user.click(screen.getByRole('checkbox', { name: 'Select LOI-2026-0002' }));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const dialog = await screen.findByRole('dialog', { name: 'Send 1 letter' });
  expect(within(dialog).getByText('First message: Letter of intent LOI-2026-0002 for 2 Cypress St')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Send 1 letter' }));
  expect(await screen.findByText('1 letter queued, to ann@owner.example.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(asked).toMatchObject([{ letters: ['l2'], copy_to_me: false }]);
  expect(asked[0]?.request_key).toMatch(/^[0-9a-f-]{36}$/);
});

it('sends a second letter to a property only when that is confirmed for it', async () => {
  const { user } = await open();
  const sentence = 'Its property has another letter that was sent or is being sent: LOI-2026-0009.';
  server.use(
    http.post('/property_api/letters/send/preview', async ({ request }) => {
      const { confirmed = [] } = (await request.json()) as { confirmed?: string[] };
      const first = { letter_id: 'l1', to: ['dana@oak.example'], signer: null };
      const second = { letter_id: 'l2', to: ['ann@owner.example'], signer: null };
      return HttpResponse.json(
        confirmed.includes('l2')
          ? { ready: [first, second], refused: [] }
          : { ready: [first], refused: [{ letter_id: 'l2', code: 'other_letter', sentence }] },
      );
    }),
  );
  const sent = answer('post', '/property_api/letters/send', {
    queued: [{ letter_id: 'l1', mail_id: 'm', to: ['dana@oak.example'] }],
    refused: [],
  });
  await user.click(screen.getByRole('checkbox', { name: 'Select all loaded letters' }));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send 2 letters' }));
  expect(await dialog.findByText(`LOI-2026-0002: ${sentence}`)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Send 1 letter, leave out 1' })).toBeVisible();
  await user.click(dialog.getByRole('checkbox', { name: 'Send it nevertheless' }));
  expect(await dialog.findByRole('button', { name: 'Send 2 letters' })).toBeVisible();
  expect(dialog.getByText(`LOI-2026-0002: ${sentence}`)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Send 2 letters' }));
  await waitFor(() => expect(sent).toMatchObject([{ letters: ['l1', 'l2'], confirmed: ['l2'] }]));
});

/** Sends one letter with a text of its own and the link to sign. */
async function sendOwnText() {
  const { user, router } = await open();
  answer('post', '/property_api/letters/send', {
    queued: [{ letter_id: 'l2', mail_id: 'm', to: ['ann@owner.example'] }],
    refused: [],
    sending: { sending_id: 's', undo_seconds: 9 },
  });
  answer('post', '/property_api/letters/send/preview', {
    ready: [{ letter_id: 'l2', to: ['ann@owner.example'], signer: null }],
    refused: [],
  });
  const undone = answer('post', '/property_api/undo_sending', { success: true });
  await user.click(screen.getByRole('checkbox', { name: 'Select LOI-2026-0002' }));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send 1 letter' }));
  fireEvent.change(dialog.getByRole('textbox', { name: 'Subject' }), { target: { value: 'Our offer' } });
  fireEvent.change(dialog.getByRole('textbox', { name: 'Message' }), { target: { value: 'Dear Ann' } });
  await user.click(dialog.getByRole('checkbox', { name: 'Link to sign' }));
  await user.click(await dialog.findByRole('button', { name: 'Send 1 letter' }));
  expect(await screen.findByText('1 letter queued, to ann@owner.example.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  return { user, router, undone };
}

async function expectOwnText(): Promise<void> {
  const dialog = within(await screen.findByRole('dialog', { name: 'Send 1 letter' }));
  expect(dialog.getByRole('textbox', { name: 'Subject' })).toHaveValue('Our offer');
  expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('Dear Ann\n\n{{link}}');
  expect(dialog.getByRole('checkbox', { name: 'Link to sign' })).toBeChecked();
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Send 1 letter' })).toHaveFocus());
}

it('takes back letters while they are held, and opens their text again', async () => {
  const { user, undone } = await sendOwnText();
  await user.click(screen.getByRole('button', { name: 'Clear the selection' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select LOI-2026-0001' }));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone. Nothing was sent.')).toBeVisible();
  expect(undone).toEqual([{ sending_id: 's' }]);
  await expectOwnText();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('checkbox', { name: 'Select LOI-2026-0001' })).not.toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Select LOI-2026-0002' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByRole('textbox', { name: 'Subject' })).toHaveValue('Letter of intent {{number}} for {{property}}');
});

it('opens the text of letters that were taken back on another page when the list is shown again', async () => {
  const { user, router } = await sendOwnText();
  await act(() => router.navigate('/elsewhere'));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone. Nothing was sent. The message is kept where it was written.')).toBeVisible();
  await act(() => router.navigate('/'));
  await expectOwnText();
});

it('sends links to sign: says who gets one, and leaves out the letters that cannot get one', async () => {
  const { user } = await open();
  const previewed: unknown[] = [];
  server.use(
    http.post('/property_api/letters/send/preview', async ({ request }) => {
      const asked = (await request.json()) as { link: boolean };
      previewed.push(asked);
      const signer = asked.link ? { name: 'Dana Lee', capacity: 'Manager of Oak LLC' } : null;
      return HttpResponse.json({
        ready: [{ letter_id: 'l2', to: ['dana@oak.example'], signer }],
        refused: [{ letter_id: 'l1', code: 'not_approved', sentence: 'The letter is not approved.' }],
      });
    }),
  );
  const sent = answer('post', '/property_api/letters/send', {
    queued: [{ letter_id: 'l2', mail_id: 'm', to: ['dana@oak.example'] }],
    refused: [],
  }) as { body: string }[];
  await user.click(screen.getByRole('checkbox', { name: 'Select all loaded letters' }));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send 2 letters' }));
  expect(await dialog.findByText('LOI-2026-0001: The letter is not approved.')).toBeVisible();
  const copy = dialog.getByRole('checkbox', { name: 'Send me a copy of each' });
  await user.click(copy);
  const message = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  const usual = message.value;
  const box = dialog.getByRole('checkbox', { name: 'Link to sign' });
  await user.click(box);
  expect(message.value).toContain('{{link}}');
  await user.click(box);
  expect(message).toHaveValue(usual);
  expect(copy).toBeChecked();
  await user.click(box);
  expect(await dialog.findByText('LOI-2026-0002: Dana Lee, Manager of Oak LLC, dana@oak.example')).toBeVisible();
  expect(copy).toBeDisabled();
  await user.click(dialog.getByRole('button', { name: 'Send 1 letter, leave out 1' }));
  expect(await screen.findByText('1 letter queued, to dana@oak.example.')).toBeVisible();
  expect(sent).toMatchObject([{ letters: ['l2'], copy_to_me: false }]);
  expect(sent[0]?.body).toContain('{{link}}');
  const letters = ['l1', 'l2'];
  expect(previewed).toEqual(expect.arrayContaining([false, true].map((link) => ({ letters, link }))));
});

it('does not send when no letter can be sent', async () => {
  const { user } = await open();
  const sentence = 'Signing is not set up on this installation.';
  const sent = answer('post', '/property_api/letters/send', { queued: [], refused: [] });
  answer('post', '/property_api/letters/send/preview', {
    ready: [],
    refused: ['l1', 'l2'].map((letter_id) => ({ letter_id, code: 'not_approved', sentence: 'The letter is not approved.' })),
  });
  await user.click(screen.getByRole('checkbox', { name: 'Select all loaded letters' }));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send 2 letters' }));
  // The reason once, not with each letter.
  expect(await dialog.findByText('LOI-2026-0001, LOI-2026-0002: The letter is not approved.')).toBeVisible();
  await user.click(await dialog.findByRole('button', { name: 'No letter can be sent' }));
  expect(sent).toEqual([]);
  answer('post', '/property_api/letters/send/preview', { error: sentence, code: 'letter_link.signing_not_set_up' }, 409);
  await user.click(dialog.getByRole('checkbox', { name: 'Link to sign' }));
  expect(await dialog.findByText(sentence)).toBeVisible();
});

it('withdraws letters as they were read, and lists what is refused', async () => {
  const { user } = await open();
  const asked = answer('post', '/property_api/letters/withdraw', {
    withdrawn: ['l1'],
    refused: [{ letter_id: 'l2', code: 'mail_queued', sentence: 'A message with the letter is on its way.' }],
    command_id: 'c1',
  });
  const undone = answer('post', '/property_api/letters/undo', { undone: ['l1'], left: [], links_closed: 2 });
  await user.click(screen.getByRole('checkbox', { name: 'Select all loaded letters' }));
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw 2 letters' }));
  expect(dialog.getByText(/Undo brings the letter and its tasks back, not its links\.$/)).toBeVisible();
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveFocus());
  expect(dialog.getByRole('region', { name: 'Letters to withdraw' })).toHaveTextContent('LOI-2026-0001 · 1 Cypress StDraft');
  await user.type(dialog.getByLabelText('Note'), ' No longer wanted ');
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('1 letter withdrawn.')).toBeVisible();
  expect(await dialog.findByText('LOI-2026-0002: A message with the letter is on its way.')).toBeVisible();
  const letters = ['l1', 'l2'].map((letter_id) => ({ letter_id, version: 1 }));
  expect(asked).toEqual([{ letters, note: 'No longer wanted' }]);
  // The last one is below the list, the other in the title.
  await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('1 letter restored. 2 links stay closed: send new ones.')).toBeVisible();
  expect(undone).toEqual([{ command_id: 'c1' }]);
});

it('opens a letter with its text, history, and the states that it can get', async () => {
  const { user } = await open();
  answer('get', '/property_api/letters/l2', {
    ...both[1],
    pdf: '042/LOI.pdf',
    html: '<p>Dear Property Owner<script>alert(1)</script></p>',
    terms: { purchase_price: '$1,000,000', close_days: '30' },
    report: [],
    events: [{ at: '2026-11-25T10:00:00Z', kind: 'approved', actor_name: 'Maya Chen', note: null }],
    ...undated,
    transitions: [
      { to: 'sent', refusals: [] },
      { to: 'signed', refusals: ['The letter was not sent.'] },
    ],
  });
  answer('get', '/property_api/letters/l2/links', { links: [] });
  await user.click(screen.getByText('LOI-2026-0002'));
  const panel = await screen.findByRole('dialog', { name: 'LOI-2026-0002' });
  // Also the comments name the paragraph.
  const [paragraph] = await within(panel).findAllByText('Dear Property Owner');
  expect(paragraph).toBeVisible();
  expect(panel.querySelector('script')).toBeNull();
  expect(await within(panel).findByText('Days until closing')).toBeVisible();
  expect(within(panel).getByText('Approved by Maya Chen')).toBeVisible();
  expect(within(panel).getByRole('link', { name: 'Open the PDF' })).toHaveAttribute('href', '/attachment-viewer?file=042%2FLOI.pdf');
  const state = () => within(panel).getByRole('combobox', { name: 'Change the state' });
  await user.click(state());
  await user.click(await screen.findByRole('option', { name: 'Signed on paper' }));
  expect(within(panel).getByText('The letter was not sent.')).toBeVisible();
  expect(within(panel).getByRole('button', { name: 'Signed on paper' })).toBeDisabled();
  const set = answer('post', '/property_api/letters/l2/status', both[1] ?? {});
  await user.click(state());
  await user.click(await screen.findByRole('option', { name: 'Handed over' }));
  await user.type(within(panel).getByLabelText('Note'), 'By courier');
  await user.click(within(panel).getByRole('button', { name: 'Handed over' }));
  await waitFor(() => expect(set).toEqual([{ to: 'sent', version: 1, note: 'By courier' }]));
});

it('withdraws the open letter, with undo, or says why not', async () => {
  const { user } = await open();
  const content = { html: '', terms: {}, report: [], events: [], transitions: [], ...undated, pdf: null };
  answer('get', '/property_api/letters/l2', { ...both[1], ...content });
  answer('get', '/property_api/letters/l2/links', { links: [] });
  const sentence = 'The letter is settled.';
  const refused = [{ letter_id: 'l2', code: 'settled', sentence }];
  answer('post', '/property_api/letters/withdraw', { withdrawn: [], refused, command_id: null });
  await user.click(screen.getByText('LOI-2026-0002'));
  const panel = within(await screen.findByRole('dialog', { name: 'LOI-2026-0002' }));
  async function withdraw(): Promise<void> {
    await user.click(await panel.findByRole('combobox', { name: 'Change the state' }));
    await user.click(await screen.findByRole('option', { name: 'Withdraw' }));
    await user.click(panel.getByRole('button', { name: 'Withdraw' }));
  }
  await withdraw();
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  const asked = answer('post', '/property_api/letters/withdraw', { withdrawn: ['l2'], refused: [], command_id: 'c2' });
  const undone = answer('post', '/property_api/letters/undo', { undone: ['l2'], left: [], links_closed: 0 });
  await withdraw();
  expect(await screen.findByText('LOI-2026-0002 withdrawn.')).toBeVisible();
  expect(asked).toEqual([{ letters: [{ letter_id: 'l2', version: 1 }] }]);
  await user.click(screen.getByRole('button', { name: 'Undo', hidden: true }));
  await waitFor(() => expect(undone).toEqual([{ command_id: 'c2' }]));
});

it('closes a dialog in front of the letter with Esc, not the letter', async () => {
  const { user } = await open();
  const content = { html: '', terms: {}, report: [], events: [], transitions: [], ...undated };
  answer('get', '/property_api/letters/l2', { ...both[1], ...content, pdf: '042/LOI.pdf', pdf_state: 'made' });
  answer('get', '/property_api/letters/l2/links', { links: [] });
  answer('get', '/property_api/specific_property', { contact_ids: [] });
  await user.click(screen.getByText('LOI-2026-0002'));
  await user.click(await screen.findByRole('button', { name: 'Make a link' }));
  expect(await screen.findByRole('textbox', { name: 'Name' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Make a link' })).not.toBeInTheDocument());
  expect(screen.getByRole('dialog', { name: 'LOI-2026-0002' })).toBeVisible();
  // The letter listens for Esc only after the dialog has gone, which a test can be too fast for.
  await waitFor(async () => {
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

it('asks before a comment that is half typed is lost with the panel', async () => {
  const { user } = await open();
  const content = { html: '<p>Dear Dana:</p>', terms: {}, report: [], events: [], transitions: [], ...undated, pdf: null };
  answer('get', '/property_api/letters/l2', { ...both[1], ...content });
  answer('get', '/property_api/letters/l2/links', { links: [] });
  answer('get', '/property_api/letters/l2/comments', { comments: [] });
  await user.click(screen.getByText('LOI-2026-0002'));
  const comment = await screen.findByRole('textbox', { name: 'Comment' });
  await user.type(comment, 'Ask about the easement');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(comment).toHaveValue('Ask about the easement');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('makes a PDF again that could not be made', async () => {
  const { user } = await open();
  const content = { html: '', terms: {}, report: [], events: [], transitions: [], ...undated, pdf: null };
  answer('get', '/property_api/letters/l2', { ...both[1], ...content, job_id: 'j1', pdf_state: 'failed' });
  answer('get', '/property_api/letters/l2/links', { links: [] });
  await user.click(screen.getByText('LOI-2026-0002'));
  const panel = within(await screen.findByRole('dialog', { name: 'LOI-2026-0002' }));
  expect(await panel.findByText('The PDF could not be made.')).toBeVisible();
  const asked = answer('post', '/property_api/letter_jobs/j1/pdfs', { job_id: 'j1', state: 'running' }, 202);
  const event = { at: '2026-11-26T10:00:00Z', kind: 'pdf_again', actor_name: 'Maya Chen', note: null };
  answer('get', '/property_api/letters/l2', { ...both[1], ...content, events: [event], pdf_state: 'waiting' });
  await user.click(panel.getByRole('button', { name: 'Make again' }));
  expect(await panel.findByText('The PDF is being made.')).toBeVisible();
  expect(panel.getByText('PDF asked for again by Maya Chen')).toBeVisible();
  expect(panel.queryByRole('button', { name: 'Make again' })).not.toBeInTheDocument();
  expect(asked).toEqual([{ letter_id: 'l2' }]);
});

it('gives the focus back to the row, or the button, that opened a letter or a dialog', async () => {
  const { user } = await open();
  const content = { html: '', terms: {}, report: [], events: [], transitions: [], ...undated, pdf: null };
  answer('get', '/property_api/letters/l2', { ...both[1], ...content });
  answer('get', '/property_api/letters/l2/links', { links: [] });
  const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const row = screen.getByRole('row', { name: /LOI-2026-0002/ });
  row.focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'LOI-2026-0002' });
  await user.keyboard('{Escape}');
  await gone();
  expect(row).toHaveFocus();
  await user.keyboard('x');
  for (const name of ['Approve', 'Withdraw']) {
    const button = screen.getByRole('button', { name });
    button.focus();
    await user.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: `${name} 1 letter` }));
    dialog.getByRole('button', { name: 'Cancel' }).focus();
    await user.keyboard('{Enter}');
    await gone();
    expect(button).toHaveFocus();
  }
});

it('keeps the focus in a letter whose state was changed, and beside it in the list that leaves it out', async () => {
  const { user } = await open();
  const content = { html: '', terms: {}, report: [], events: [], ...undated, pdf: null };
  const sent = { to: 'sent' as const, refusals: [] };
  answer('get', '/property_api/letters/l1', { ...both[0], ...content, transitions: [sent] });
  answer('get', '/property_api/letters/l1/links', { links: [] });
  screen.getByRole('row', { name: /LOI-2026-0001/ }).focus();
  await user.keyboard('{Enter}');
  const panel = within(await screen.findByRole('dialog', { name: 'LOI-2026-0001' }));
  const change = async (option: string) => {
    await user.click(await panel.findByRole('combobox', { name: 'Change the state' }));
    await user.click(await screen.findByRole('option', { name: option }));
    panel.getByRole('button', { name: option }).focus();
    await user.keyboard('{Enter}');
  };
  answer('post', '/property_api/letters/l1/status', both[0] ?? {});
  // The state that was set is none that it can get any more.
  answer('get', '/property_api/letters/l1', { ...both[0], ...content, version: 2, status: 'sent', transitions: [] });
  answer('get', '/property_api/letters', { letters: both.slice(1), next: null, totals });
  await change('Handed over');
  await waitFor(() => expect(panel.getByRole('combobox', { name: 'Change the state' })).toHaveFocus());
  await waitFor(() => expect(screen.queryByRole('row', { name: /LOI-2026-0001/, hidden: true })).not.toBeInTheDocument());
  answer('post', '/property_api/letters/l1/withdraw', both[0] ?? {});
  answer('get', '/property_api/letters/l1', { ...both[0], ...content, version: 3, withdrawn_at: '2026-11-26T10:00:00Z', transitions: [] });
  await change('Withdraw');
  // No state is left: the focus is in the letter.
  await waitFor(() => expect(panel.queryByRole('combobox', { name: 'Change the state' })).not.toBeInTheDocument());
  expect(panel.getByRole('group', { name: 'LOI-2026-0001' })).toHaveFocus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('row', { name: /LOI-2026-0002/ })).toHaveFocus());
});

it('sets the last day of a letter, and says what is wrong with it', async () => {
  const { user } = await open();
  const content = { html: '', terms: {}, report: [], events: [], transitions: [], ...undated, pdf: null };
  answer('get', '/property_api/letters/l2', { ...both[1], ...content });
  answer('get', '/property_api/letters/l2/links', { links: [] });
  await user.click(screen.getByText('LOI-2026-0002'));
  const expiry = within(await screen.findByRole('region', { name: 'Expiry' }));
  expect(expiry.getByText('The letter does not expire.')).toBeVisible();
  answer('post', '/property_api/letters/l2/expiry', { errors: { expires_on: 'Choose a day within 366 days.' } }, 422);
  fireEvent.change(expiry.getByLabelText('Last day'), { target: { value: '2029-01-01' } });
  await user.click(expiry.getByRole('button', { name: 'Save' }));
  expect(await expiry.findByText('Choose a day within 366 days.')).toBeVisible();
  const set = answer('post', '/property_api/letters/l2/expiry', both[1] ?? {});
  const on = { on: '2026-12-24', time: '17:00', zone: 'America/Chicago', zone_name: 'Central Time', in_text: false };
  answer('get', '/property_api/letters/l2', { ...both[1], ...content, version: 2, expiry: on });
  fireEvent.change(expiry.getByLabelText('Last day'), { target: { value: '2026-12-24' } });
  await user.click(expiry.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Dec 24, 2026, 17:00 Central Time, set by the firm')).toBeVisible();
  expect(expiry.getByRole('button', { name: 'Save' })).toHaveFocus();
  expect(set).toEqual([{ expires_on: '2026-12-24', version: 1 }]);
});

it('shows deadlines without a date, and counts them from the days that are entered', async () => {
  const { user } = await open();
  const signed = {
    ...letter(2, { status: 'signed', version: 4 }),
    html: '',
    terms: {},
    date_terms: [],
    report: [],
    events: [],
    transitions: [],
  };
  const closing = { name: 'closing', label: 'Closing', on: null, words: '30 days after the Feasibility Date: date not yet known' };
  const dates = { psa_executed_on: null, materials_delivered_on: null, refusal: null };
  answer('get', '/property_api/letters/l2', { ...signed, deadlines: [closing], dates });
  answer('get', '/property_api/letters/l2/links', { links: [] });
  await user.click(screen.getByText('LOI-2026-0002'));
  const section = within(await screen.findByRole('region', { name: 'Deadlines' }));
  expect(section.getByText('30 days after the Feasibility Date: date not yet known')).toBeVisible();
  const field = section.getByLabelText('Access and materials delivered');
  answer('post', '/property_api/letters/l2/dates', { errors: { materials_delivered_on: 'Choose today or a day before.' } }, 422);
  fireEvent.change(field, { target: { value: '2027-12-01' } });
  await user.click(section.getByRole('button', { name: 'Save' }));
  expect(await section.findByText('Choose today or a day before.')).toBeVisible();
  const set = answer('post', '/property_api/letters/l2/dates', both[1] ?? {});
  const dated = { ...closing, on: '2027-03-01', words: '30 days after the Feasibility Date' };
  const entered = { ...dates, materials_delivered_on: '2026-12-01' };
  answer('get', '/property_api/letters/l2', { ...signed, version: 5, deadlines: [dated], dates: entered });
  fireEvent.change(field, { target: { value: '2026-12-01' } });
  await user.click(section.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Mar 1, 2027: 30 days after the Feasibility Date')).toBeVisible();
  expect(section.getByRole('button', { name: 'Save' })).toHaveFocus();
  expect(set).toEqual([{ psa_executed_on: null, materials_delivered_on: '2026-12-01', version: 4 }]);
});
