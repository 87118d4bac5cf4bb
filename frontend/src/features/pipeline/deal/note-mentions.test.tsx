import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen, signedIn } from '../../../testing/render-screen';
import { answer, server } from '../../../testing/server';
import type { DealNote } from './api';
import { DealNotes } from './deal-notes';

const me = '00000000-0000-7000-8000-000000000001';
const note: DealNote = {
  note_id: 'n1',
  text: 'Ask @Dana Ruiz or @Sam Poe.',
  created_by: me,
  created_by_name: 'Maya Chen',
  created_at: '2026-11-20T15:00:00Z',
  edited_at: null,
  version: 3,
  mentions: [{ user_id: 'd', name: 'Dana Ruiz' }],
};
const people = [
  { user_id: me, name: 'Maya Chen' },
  { user_id: 'l', name: 'Lee Chen' },
  { user_id: 'd', name: 'Dana Ruiz' },
];
const user = userEvent.setup({ delay: null });

beforeEach(() => {
  signedIn();
  answer('get', '/api/people', { people });
  answer('get', '/property_api/deal_notes', { notes: [note] });
});

const open = () => renderScreen(<DealNotes dealKey={{ project_id: 'p1', property_id: 'q1' }} />);

it('offers people after an @, and sends whom the text mentions', async () => {
  const added = answer('post', '/property_api/deal_notes', note);
  open();
  await screen.findByText('@Dana Ruiz');
  const text = screen.getByLabelText('New note');
  await user.type(text, 'Please call, @che');
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Maya Chen', 'Lee Chen']);
  await user.keyboard('{ArrowDown}');
  expect(text).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { name: 'Lee Chen' }).id);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(text).toHaveValue('Please call, @Lee Chen '));
  expect(screen.queryByRole('option')).not.toBeInTheDocument();
  await user.keyboard('and @dan');
  await user.click(await screen.findByRole('option', { name: 'Dana Ruiz' }));
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() =>
    expect(added).toEqual([{ project_id: 'p1', property_id: 'q1', text: 'Please call, @Lee Chen and @Dana Ruiz', mentions: ['l', 'd'] }]),
  );
});

it('closes the list by Escape, and moves in the text by the arrow keys again', async () => {
  open();
  const text = screen.getByLabelText('New note');
  await user.type(text, '@');
  expect(await screen.findAllByRole('option')).toHaveLength(3);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('option')).not.toBeInTheDocument());
  await user.keyboard('l{Enter}x');
  expect(text).toHaveValue('@l\nx');
  expect(screen.queryByRole('option')).not.toBeInTheDocument();
});

it('emphasises whom a note mentions, and keeps those who left when it is edited', async () => {
  answer('get', '/api/people', { people: people.slice(0, 2) });
  const changed: unknown[] = [];
  server.use(
    http.patch('/property_api/deal_notes/n1', async ({ request }) => {
      changed.push(await request.json());
      return HttpResponse.json(note);
    }),
  );
  open();
  const notes = within(await screen.findByRole('list', { name: 'Notes' }));
  expect((await notes.findByText('@Dana Ruiz')).tagName).toBe('STRONG');
  expect(notes.queryByText('@Sam Poe')).not.toBeInTheDocument();
  await user.click(notes.getByRole('button', { name: /^Edit the note of/ }));
  await user.type(notes.getByLabelText('Text of the note'), ' Soon.');
  await user.click(notes.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(changed).toEqual([{ text: `${note.text} Soon.`, version: 3, mentions: ['d'] }]));
});

it('says that people could not be loaded, and does not lose whom a text mentions', async () => {
  answer('get', '/api/people', { code: 'internal', error: 'The people are away.' }, 500);
  const added = answer('post', '/property_api/deal_notes', note);
  open();
  await user.type(screen.getByLabelText('New note'), '@Lee');
  expect(await screen.findByRole('alert')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(screen.getByLabelText('New note')).toHaveValue('@Lee'));
  expect(added).toEqual([]);
});
