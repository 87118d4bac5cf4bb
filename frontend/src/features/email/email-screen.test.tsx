import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer, server } from '../../testing/server';
import { tell } from '../../testing/stream';
import { EmailScreen } from './email-screen';

const about = { parcelNumber: '001-014', projectId: 'p' };
const file = fileOf('c/p/1/Survey.pdf', '2026-11-21T09:00:00Z');
const signature = 'Maya Chen\nAnalyst\nMeridian Land Partners\n(713) 555-0100';

function fileOf(path: string, uploaded_at: string) {
  return { path, name: path.split('/').at(-1), size: 2048, content_type: 'application/pdf', uploaded_at };
}

function sent(outcome: string, reason: string | null = null) {
  return {
    email_id: 'm',
    subject: 'LOI to purchase 901 Preston St',
    body: 'Dear owner',
    sender_name: 'Maya Chen, Meridian Land Partners',
    reply_to: 'maya@meridian.example',
    created_at: '2026-11-21T09:30:00Z',
    recipients: [{ email: 'owner@bayou.example', is_copy: false, outcome, reason, settled_at: null }],
    attachments: ['Survey.pdf'],
  };
}

beforeEach(() => {
  answer('get', '*/property_api/specific_property', { parcel_number: '001-014', address: '901 Preston St', contact_ids: ['1'] });
  answer('get', '*/property_api/get_contacts', { contacts: [{ contact_id: '1', email: 'owner@bayou.example' }] });
  answer('get', '/api/letterhead', {
    firm: { name: 'Meridian Land Partners', address_lines: [] },
    sender: { name: 'Maya Chen', job_title: 'Analyst', phone_number: '713-555-0100' },
  });
  answer('get', '*/property_api/list_attachments', { attachments: [file.path], items: [file] });
  answer('get', '*/property_api/list_letter_versions', { versions: [] });
});

function show(files: readonly string[] = []) {
  return renderScreen(<EmailScreen about={about} address={null} files={files} own="maya@meridian.example" />);
}

test('a letter of intent goes to the owner, the user in copy, with the chosen file', async () => {
  answer('get', '*/property_api/get_emails', { emails: [], next_cursor: null, mail_mode: 'smtp' });
  const asked = answer('post', '*/property_api/send_email', { success: true, email: sent('queued'), mail_mode: 'smtp' });
  show([file.path]);
  expect(await screen.findByRole('textbox', { name: 'Subject' })).toHaveValue('LOI to purchase 901 Preston St');
  expect(screen.getByText('owner@bayou.example')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Copy to maya@meridian.example' })).toBeChecked();
  expect(await screen.findByRole('checkbox', { name: /Survey\.pdf/ })).toBeChecked();
  const message = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  expect(message).toHaveValue(`\n\n${signature}`);
  expect(message.selectionStart).toBe(0);
  message.focus();
  await userEvent.paste('Please find our letter.');
  await userEvent.click(screen.getByRole('button', { name: 'Send Email' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({
    parcel_number: '001-014',
    project_id: 'p',
    to: ['owner@bayou.example'],
    copy_to_me: true,
    subject: 'LOI to purchase 901 Preston St',
    body: `Please find our letter.\n\n${signature}`,
    attachments: [file.path],
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('The message is queued.');
});

test('a message is taken back by Ctrl+Z while it is held, and can be changed and sent again', async () => {
  answer('get', '*/property_api/get_emails', { emails: [], next_cursor: null, mail_mode: 'smtp' });
  const sending = { sending_id: 's', undo_seconds: 9 };
  answer('post', '*/property_api/send_email', { success: true, email: sent('queued'), mail_mode: 'smtp', sending });
  const undone = answer('post', '*/property_api/undo_sending', { success: true });
  show([file.path]);
  const text = await screen.findByRole('textbox', { name: 'Message' });
  fireEvent.change(text, { target: { value: 'Dear owner' } });
  await userEvent.click(screen.getByRole('button', { name: 'Send Email' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The message is queued.');
  expect(text).not.toHaveValue('Dear owner');
  answer('get', '*/property_api/get_emails', { emails: [sent('undone')], next_cursor: null, mail_mode: 'smtp' });
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(await screen.findByText('Undone. Nothing was sent.')).toBeVisible();
  expect(undone).toEqual([{ sending_id: 's' }]);
  await waitFor(() => expect(text).toHaveValue('Dear owner'));
  expect(screen.getByRole('checkbox', { name: /Survey\.pdf/ })).toBeChecked();
  expect(await within(screen.getByRole('region', { name: 'Sent' })).findByText('Undone')).toBeVisible();
});

/** Sends a message that can be undone. */
async function sendHeld() {
  answer('get', '*/property_api/get_emails', { emails: [], next_cursor: null, mail_mode: 'smtp' });
  const sending = { sending_id: 's', undo_seconds: 9 };
  answer('post', '*/property_api/send_email', { success: true, email: sent('queued'), mail_mode: 'smtp', sending });
  answer('post', '*/property_api/undo_sending', { success: true });
  const { router } = show();
  const text = await screen.findByRole('textbox', { name: 'Message' });
  fireEvent.change(text, { target: { value: 'Dear owner' } });
  await userEvent.click(screen.getByRole('button', { name: 'Send Email' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The message is queued.');
  return { router, text };
}

test('a message that is undone on another page is in the form again when the user returns, once', async () => {
  const { router } = await sendHeld();
  await act(() => router.navigate('/elsewhere'));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone. Nothing was sent. The message is kept where it was written.')).toBeVisible();
  await act(() => router.navigate('/'));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('Dear owner'));
  expect(screen.queryByText(/is kept here/)).not.toBeInTheDocument();
  await act(() => router.navigate('/elsewhere'));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(await screen.findByText('another page')).toBeVisible();
  await act(() => router.navigate('/'));
  expect(await screen.findByRole('textbox', { name: 'Message' })).toHaveValue(`\n\n${signature}`);
});

test('a message that is undone while another is typed is kept, and each can be brought back', async () => {
  const { text } = await sendHeld();
  fireEvent.change(text, { target: { value: 'Second' } });
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Another message that was not sent is kept here.')).toBeVisible();
  expect(text).toHaveValue('Second');
  await userEvent.click(screen.getByRole('button', { name: 'Bring it back' }));
  expect(text).toHaveValue('Dear owner');
  expect(text).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Send Email' }));
  await waitFor(() => expect(text).toHaveValue('Second'));
  expect(screen.queryByText(/is kept here/)).not.toBeInTheDocument();
});

test('an undone message does not replace one to another address by itself', async () => {
  const { router } = await sendHeld();
  await act(() => router.navigate('/elsewhere'));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText(/^Undone/);
  cleanup();
  renderScreen(<EmailScreen about={about} address="other@bayou.example" files={[]} own={null} />);
  const bringBack = await screen.findByRole('button', { name: 'Bring it back' });
  expect(screen.getByText('other@bayou.example')).toBeVisible();
  await userEvent.click(bringBack);
  const text = screen.getByRole('textbox', { name: 'Message' });
  expect(text).toHaveValue('Dear owner');
  expect(text).toHaveFocus();
  expect(screen.getByText('owner@bayou.example')).toBeVisible();
  expect(bringBack).not.toBeInTheDocument();
});

test('what the server refuses stands at its field, and nothing typed is lost', async () => {
  answer('get', '*/property_api/get_emails', { emails: [], next_cursor: null, mail_mode: 'smtp' });
  const sentence = 'Unsubscribed recipients: owner@bayou.example.';
  answer('post', '*/property_api/send_email', { error: sentence, message: sentence, errors: { to: sentence } }, 422);
  show();
  const text = await screen.findByRole('textbox', { name: 'Message' });
  fireEvent.change(text, { target: { value: 'Hello' } });
  await userEvent.click(screen.getByRole('button', { name: 'Send Email' }));
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(text).toHaveValue('Hello');
});

test('the newest letter of intent is chosen, and the files stand below it, newest first', async () => {
  answer('get', '*/property_api/get_emails', { emails: [], next_cursor: null, mail_mode: 'smtp' });
  const items = [
    fileOf('c/p/1/901_Preston_St__LOI.pdf', '2026-11-19T09:00:00Z'),
    fileOf('c/p/2/901_Preston_St__LOI.pdf', '2026-11-20T09:00:00Z'),
    fileOf('c/p/3/Survey.pdf', '2026-11-21T09:00:00Z'),
  ];
  answer('get', '*/property_api/list_attachments', { attachments: [], items });
  show();
  const boxes = await screen.findAllByRole('checkbox', { name: /pdf/ });
  expect(boxes.map((box) => (box as HTMLInputElement).value)).toEqual([
    'c/p/2/901_Preston_St__LOI.pdf',
    'c/p/3/Survey.pdf',
    'c/p/1/901_Preston_St__LOI.pdf',
  ]);
  expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([true, false, false]);
  expect(screen.getByRole('group', { name: 'Attachments (1 of 3)' })).toBeVisible();
});

test('a signature alone is no message', async () => {
  answer('get', '*/property_api/get_emails', { emails: [], next_cursor: null, mail_mode: 'smtp' });
  const asked = answer('post', '*/property_api/send_email', { success: true });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Send Email' }));
  expect(await screen.findByText('Please write a message.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveFocus();
  expect(asked).toHaveLength(0);
});

test('a half-written message is not left without a question', async () => {
  answer('get', '*/property_api/get_emails', { emails: [], next_cursor: null, mail_mode: 'smtp' });
  const { router } = show();
  fireEvent.change(await screen.findByRole('textbox', { name: 'Message' }), { target: { value: 'Dear owner' } });
  await act(() => router.navigate('/elsewhere'));
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('Dear owner');
});

test('without a mail server the screen says so, and outcomes do not claim that anything was sent', async () => {
  answer('get', '*/property_api/get_emails', { emails: [sent('sent')], next_cursor: null, mail_mode: 'folder' });
  show();
  expect(await screen.findByText('No mail server is set up')).toBeVisible();
  const list = await screen.findByRole('region', { name: 'Sent' });
  expect(within(list).getByText('Written to file')).toBeVisible();
  expect(within(list).getByText(/From Maya Chen, Meridian Land Partners/)).toBeVisible();
});

test('a message that waits says why, until the server tells that it left', async () => {
  const reason = 'The mail server is not accepting messages right now. Sending will be retried.';
  answer('get', '*/property_api/get_emails', { emails: [sent('queued', reason)], next_cursor: null, mail_mode: 'smtp' });
  show();
  const list = await screen.findByRole('region', { name: 'Sent' });
  expect(await within(list).findByText('Queued')).toBeVisible();
  expect(within(list).getByText(reason)).toBeVisible();
  answer('get', '*/property_api/get_emails', { emails: [sent('sent')], next_cursor: null, mail_mode: 'smtp' });
  act(() => tell('mail.updated'));
  expect(await within(list).findByText('Sent', { selector: '.mantine-Badge-label' })).toBeVisible();
  expect(within(list).queryByText(reason)).not.toBeInTheDocument();
});

test('a letter of another price or with defaults is not sent without a word', async () => {
  answer('get', '*/property_api/specific_property', {
    parcel_number: '001-014',
    address: '901 Preston St',
    contact_ids: ['1'],
    offer_value: 950_000,
  });
  answer('get', '*/property_api/get_emails', { emails: [], next_cursor: null, mail_mode: 'smtp' });
  const version = {
    version_id: 'v',
    kind: 'saved',
    attachment: file.path,
    name: 'LOI.pdf',
    created_by_name: 'Ana',
    created_at: '2026-11-21T09:30:00Z',
  };
  const other = { ...version, version_id: 'w', attachment: 'c/p/2/other.pdf', terms: { purchase_price: '$1' }, missing: [] };
  const versions = [{ ...version, terms: { purchase_price: '$777,777' }, missing: ['contact_name'] }, other];
  answer('get', '*/property_api/list_letter_versions', { versions });
  const asked = answer('post', '*/property_api/send_email', { success: true, email: sent('queued'), mail_mode: 'smtp' });
  show([file.path]);
  expect(await screen.findByText('LOI.pdf says $777,777; the offer is now $950,000.', {}, { timeout: 10_000 })).toBeVisible();
  expect(screen.getByText("LOI.pdf is addressed to the default name 'John Public'.")).toBeVisible();
  fireEvent.change(screen.getByRole('textbox', { name: 'Message' }), { target: { value: 'Dear owner' } });
  await userEvent.click(screen.getByRole('button', { name: 'Send Email' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Do not send' }));
  expect(asked).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Send Email' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Send anyway' }));
  await waitFor(() => expect(asked).toHaveLength(1));
});

test('a letter of today’s offer needs no word', async () => {
  answer('get', '*/property_api/specific_property', {
    parcel_number: '001-014',
    address: '901 Preston St',
    contact_ids: ['1'],
    offer_value: 950_000.4,
  });
  answer('get', '*/property_api/get_emails', { emails: [], next_cursor: null, mail_mode: 'smtp' });
  const version = {
    version_id: 'v',
    kind: 'saved',
    attachment: file.path,
    name: 'LOI.pdf',
    created_by_name: 'Ana',
    created_at: '2026-11-21T09:30:00Z',
  };
  answer('get', '*/property_api/list_letter_versions', { versions: [{ ...version, terms: { purchase_price: '$950,000' }, missing: [] }] });
  const asked = answer('post', '*/property_api/send_email', { success: true, email: sent('queued'), mail_mode: 'smtp' });
  show([file.path]);
  fireEvent.change(await screen.findByRole('textbox', { name: 'Message' }), { target: { value: 'Dear owner' } });
  await userEvent.click(screen.getByRole('button', { name: 'Send Email' }));
  await waitFor(() => expect(asked).toHaveLength(1));
});

test('a message that a link asks for is loaded and brought into view', async () => {
  const listed = (email_id: string) => ({ ...sent('sent'), email_id, subject: `Message ${email_id}` });
  server.use(
    http.get('*/property_api/get_emails', ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.get('cursor') === null
          ? { emails: [listed('m1')], next_cursor: 'next', mail_mode: 'smtp' }
          : { emails: [listed('m2')], next_cursor: null, mail_mode: 'smtp' },
      ),
    ),
  );
  renderScreen(<EmailScreen about={about} address={null} files={[]} own={null} />, '/email?email_id=m2');
  expect(await screen.findByRole('textbox', { name: 'Subject' })).toBeInTheDocument();
  const message = (await screen.findByText('Message m2')).closest('article');
  await waitFor(() => expect(message).toHaveFocus());
});
