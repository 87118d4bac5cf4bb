import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { copyKey, readCopy, writeCopy } from '../../lib/letter-copies';
import { renderScreen, signedIn } from '../../testing/render-screen';
import { answer, server, unreachable } from '../../testing/server';
import type { Change } from '../../api/live';
import { LetterScreen } from './letter-screen';
import { defaultLetter } from './letter-text';

/** Listeners of the event stream. */
const live = vi.hoisted(() => ({ listeners: new Set<(change: Change) => void>() }));
vi.mock('../../api/live', () => ({
  onChange: (listener: (change: Change) => void) => {
    live.listeners.add(listener);
    return () => live.listeners.delete(listener);
  },
}));
// Pages are measured, which jsdom cannot do.
vi.mock('./paged-letter', () => ({
  sheetAttribute: 'data-letter-sheet',
  PagedLetter: ({ html }: { html: string }) => <article data-letter-sheet="1" dangerouslySetInnerHTML={{ __html: html }} />,
}));
// Replaced by a stub: typing is the browser's task.
vi.mock('./letter-editor', () => ({
  LetterEditor: ({ html, onInput }: { html: string; onInput: (html: string) => void }) => (
    <textarea aria-label="Letter body" defaultValue={html} onChange={(event) => onInput(event.currentTarget.value)} />
  ),
}));
vi.mock('./pdf/write-letter', () => ({ writeLetterPdf: () => Promise.resolve(new Blob(['%PDF-'])) }));

const property = {
  parcel_number: '001-014',
  ll_uuid: '11111111-0000-4000-8000-000000000001',
  address: '4117 Cypress St',
  city: 'Houston',
  offer_value: 777_777,
  square_feet: 12_500,
  owner_name: 'Harbor Transit Authority',
  contact_first_name: 'Leonard',
  contact_last_name: 'Voss',
  contact_title: 'Director',
  contact_ids: [],
};
const firm = 'Meridian Land Partners';
const old = defaultLetter(property, firm, new Date(2026, 10, 21));
const savedAt = new Date().toISOString();
const noDraft = { html: null, version: null, updated_at: null, updated_by: null, updated_by_name: null, kept_terms: null };
const draftOf = (html: string) => ({
  ...noDraft,
  html,
  version: 4,
  updated_at: savedAt,
  updated_by: 'x',
  updated_by_name: 'Ana Lyst',
  kept_terms: {},
});
const stored = (version: number) => ({ success: true, updated_at: savedAt, version, replaced: null });
const tell = vi.fn();
const tellUndo = vi.fn<(message: string, undo: () => Promise<void>) => void>();

beforeEach(() => {
  signedIn();
  live.listeners.clear();
  tell.mockClear();
  answer('get', '*/property_api/specific_property', property);
  answer('get', '*/property_api/get_loi_template', noDraft);
  answer('get', '*/api/letterhead', {
    firm: { name: firm, logo_url: null, address_lines: [], phone_number: null, website: null, signatory_title: null, disclaimer: null },
    sender: { user_id: 'u', name: 'Maya Lin', job_title: null, email: 'maya@meridian.example', phone_number: null, signature_url: null },
  });
  answer('post', '*/api/presence', {}, 200);
});

async function open(copyOf?: string) {
  renderScreen(
    <LetterScreen
      parcelNumber="001-014"
      projectId="p"
      copyOf={copyOf}
      onBack={vi.fn()}
      onCopied={vi.fn()}
      onReopen={vi.fn()}
      tell={tell}
      tellUndo={tellUndo}
      ask={() => Promise.resolve(true)}
    />,
  );
  await screen.findByRole('article');
}

async function type(text: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Toggle edit' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Letter body' }), text);
}

const status = () => screen.getByRole('banner').querySelector('[role="status"]');

test('an old price is said, and brought up to date on demand', async () => {
  answer('get', '*/property_api/get_loi_template', draftOf(old));
  answer('get', '*/property_api/specific_property', { ...property, offer_value: 950_000 });
  const saved = answer('post', '*/property_api/update_loi_template', stored(5));
  await open();
  const notice = screen.getByRole('alert', { name: 'Terms' });
  expect(notice).toHaveTextContent('Offer is now $950,000; the letter says $777,777');
  expect(notice).toHaveTextContent('the letter says $3,889 (0.5% of the Purchase Price)');
  await userEvent.click(within(notice).getByRole('button', { name: 'Update the terms' }));
  expect(screen.queryByRole('alert', { name: 'Terms' })).not.toBeInTheDocument();
  expect(screen.getByRole('article')).toHaveTextContent('Purchase Price: $950,000');
  await waitFor(() => expect(saved).toHaveLength(1), { timeout: 3000 });
  expect(saved[0]).toMatchObject({ version: 4, html: expect.stringContaining('$950,000') as string });
});

test('an old price that is kept is not asked about again, until the offer changes once more', async () => {
  answer('get', '*/property_api/get_loi_template', draftOf(old));
  answer('get', '*/property_api/specific_property', { ...property, offer_value: 950_000 });
  const saved = answer('post', '*/property_api/update_loi_template', stored(5));
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Keep' }));
  expect(screen.queryByRole('alert', { name: 'Terms' })).not.toBeInTheDocument();
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ kept_terms: { purchase_price: '$950,000' } });
  answer('get', '*/property_api/specific_property', { ...property, offer_value: 960_000 });
  act(() => live.listeners.forEach((listener) => listener({ type: 'property.updated' })));
  expect(await screen.findByRole('alert', { name: 'Terms' })).toHaveTextContent('Offer is now $960,000');
});

test('the bar says when the letter was saved, and that it was not', async () => {
  answer('post', '*/property_api/update_loi_template', { error: 'away' }, 503);
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  await open();
  await type(' x');
  expect(status()).toHaveTextContent('Saving…');
  await waitFor(() => expect(status()).toHaveTextContent('Not saved, retrying'), { timeout: 3000 });
  const key = copyKey('00000000-0000-7000-8000-000000000001', '001-014', 'p');
  expect(readCopy(key)?.html).toContain(' x');
  answer('post', '*/property_api/update_loi_template', stored(1));
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(status()).toHaveTextContent(/^Saved \d\d:\d\d$/), { timeout: 3000 });
  expect(readCopy(key)).toBeUndefined();
  logged.mockRestore();
});

test('words that only this browser has are offered', async () => {
  const key = copyKey('00000000-0000-7000-8000-000000000001', '001-014', 'p');
  writeCopy(key, { html: '<p>my words</p>', version: 0, at: savedAt });
  const saved = answer('post', '*/property_api/update_loi_template', stored(1));
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Restore my edits' }));
  expect(screen.getByRole('article')).toHaveTextContent('my words');
  await waitFor(() => expect(saved[0]).toMatchObject({ html: '<p>my words</p>', version: 0 }));
});

test('a colleague’s later text is not overwritten, and both can be seen', async () => {
  const draft = { ...draftOf('<p>their words</p>'), version: 9, updated_by: 'dana', updated_by_name: 'Dana Whitfield' };
  answer(
    'post',
    '*/property_api/update_loi_template',
    { code: 'letter.changed', error: 'Dana Whitfield changed this letter.', draft },
    409,
  );
  await open();
  await type(' mine');
  const notice = await screen.findByRole('alert', { name: 'Two texts' }, { timeout: 3000 });
  expect(notice).toHaveTextContent(/Dana Whitfield changed this letter at \d\d:\d\d\./);
  expect(status()).toHaveTextContent('Not saved');
  await userEvent.click(within(notice).getByRole('button', { name: 'See both' }));
  const both = await screen.findByRole('dialog');
  expect(within(both).getByRole('region', { name: 'Your text' })).toHaveTextContent('mine');
  expect(within(both).getByRole('region', { name: 'Dana Whitfield' })).toHaveTextContent('their words');
  const aside = answer('post', '*/property_api/add_letter_version', {});
  await userEvent.click(within(both).getByRole('button', { name: 'Use theirs' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Letter body' })).toHaveValue('<p>their words</p>'));
  expect(aside).toMatchObject([{ html: expect.stringContaining(' mine') as string }]);
});

test('the own text can be kept, over theirs', async () => {
  const draft = { ...draftOf('<p>their words</p>'), version: 9, updated_by: 'dana', updated_by_name: 'Dana Whitfield' };
  answer('post', '*/property_api/update_loi_template', { code: 'letter.changed', error: 'changed', draft }, 409);
  await open();
  await type(' mine');
  const keep = await screen.findByRole('button', { name: 'Keep mine' }, { timeout: 3000 });
  const saved = answer('post', '*/property_api/update_loi_template', stored(10));
  await userEvent.click(keep);
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ version: 9, keep_previous: true, html: expect.stringContaining(' mine') as string });
  await waitFor(() => expect(screen.queryByRole('alert', { name: 'Two texts' })).not.toBeInTheDocument());
});

test('who else edits is said, as long as they do', async () => {
  await open();
  const presence = (editing: boolean): Change => ({
    type: 'presence.changed',
    data: { place: `letter/${property.ll_uuid}`, user_id: 'dana', name: 'Dana Whitfield', editing },
  });
  act(() => live.listeners.forEach((listener) => listener(presence(true))));
  expect(screen.getByRole('status', { name: 'Colleagues' })).toHaveTextContent('Dana Whitfield is editing');
  act(() => live.listeners.forEach((listener) => listener(presence(false))));
  expect(screen.queryByRole('status', { name: 'Colleagues' })).not.toBeInTheDocument();
});

test('what a letter lacks is said before it is saved, and its text stays beside the PDF', async () => {
  answer('get', '*/property_api/specific_property', { parcel_number: '001-014', address: '9 Elm', contact_ids: [] });
  answer('post', '*/property_api/upload_attachment', { success: true, attachments: ['c/p/1/9_Elm__LOI.pdf'] });
  const kept = answer('post', '*/property_api/add_letter_version', {});
  const removed = answer('post', '*/property_api/delete_loi_template', { success: true });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = await screen.findByRole('dialog', { name: 'Enter File Name' });
  expect(dialog).toHaveTextContent("The purchase price is 'N/A'.");
  expect(dialog).toHaveTextContent("The addressee is the default name 'John Public'.");
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save anyway' }));
  await waitFor(() => expect(tell).toHaveBeenCalledWith('LOI saved and attached successfully!', 'success'));
  expect(kept).toMatchObject([
    { attachment: 'c/p/1/9_Elm__LOI.pdf', missing: expect.arrayContaining(['purchase_price', 'contact_name']) as string[] },
  ]);
  expect(removed).toHaveLength(1);
});

test('the draft stays when its text could not be kept beside the PDF', async () => {
  answer('post', '*/property_api/upload_attachment', { success: true, attachments: ['c/p/1/a.pdf'] });
  answer('post', '*/property_api/add_letter_version', { error: 'away' }, 503);
  const removed = answer('post', '*/property_api/delete_loi_template', { success: true });
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = await screen.findByRole('dialog', { name: 'Enter File Name' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(tell).toHaveBeenCalledWith('LOI saved and attached successfully!', 'success'));
  expect(removed).toHaveLength(0);
  logged.mockRestore();
});

test.each([
  ['no answer comes', () => unreachable('post', '*/property_api/upload_attachment'), 'Error uploading PDF to server.'],
  [
    'the server refuses it',
    () => answer('post', '*/property_api/upload_attachment', { success: false, error: 'The storage is full.' }),
    'Error saving LOI: The storage is full.',
  ],
])('the text stays when the PDF cannot be attached: %s', async (_, fail, sentence) => {
  fail();
  const saved = answer('post', '*/property_api/update_loi_template', stored(1));
  const removed = answer('post', '*/property_api/delete_loi_template', { success: true });
  await open();
  await type(' my words');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Enter File Name' })).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(tell).toHaveBeenCalledWith(sentence, 'error'));
  expect(screen.getByRole('article')).toHaveTextContent('my words');
  expect(saved.at(-1)).toMatchObject({ html: expect.stringContaining('my words') as string });
  expect(removed).toHaveLength(0);
});

test('the firm’s draft is opened where there is one', async () => {
  answer('get', '*/property_api/get_loi_template', draftOf('<p>what Ana wrote</p>'));
  await open();
  expect(screen.getByRole('article')).toHaveTextContent('what Ana wrote');
});

test('the letter opens with its defaults when the property cannot be loaded, and nothing is said', async () => {
  answer('get', '*/property_api/specific_property', { code: 'property.not_found', error: 'Property not found.' }, 404);
  answer('get', '*/api/get_markers', { markers: [] });
  await open();
  expect(screen.getByRole('article')).toHaveTextContent('John Public');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a kept version opens as a copy, and what it replaces is kept', async () => {
  const version = {
    version_id: 'v1',
    kind: 'saved',
    attachment: 'c/p/1/9_Elm__LOI.pdf',
    name: '9_Elm__LOI.pdf',
    terms: { purchase_price: '$777,777' },
    missing: [],
    created_by_name: 'Ana Lyst',
    created_at: savedAt,
  };
  answer('get', '*/property_api/list_letter_versions', { versions: [version] });
  answer('get', '*/property_api/get_letter_version', { html: '<p>the saved words</p>', version });
  const saved = answer('post', '*/property_api/update_loi_template', stored(5));
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Versions' }));
  const item = await screen.findByRole('menuitem', { name: /9_Elm__LOI\.pdf/ });
  expect(item).toHaveTextContent('$777,777 · Ana Lyst');
  await userEvent.click(item);
  expect(await screen.findByRole('textbox', { name: 'Letter body' })).toHaveValue('<p>the saved words</p>');
  expect(saved).toMatchObject([{ html: '<p>the saved words</p>', keep_previous: true, kept_terms: {} }]);
});

test('a version that the address names opens as a copy', async () => {
  server.use(http.get('*/property_api/get_letter_version', () => HttpResponse.json({ html: '<p>the saved words</p>', version: {} })));
  answer('post', '*/property_api/update_loi_template', stored(5));
  await open('v1');
  expect(await screen.findByRole('textbox', { name: 'Letter body' })).toHaveValue('<p>the saved words</p>');
});
