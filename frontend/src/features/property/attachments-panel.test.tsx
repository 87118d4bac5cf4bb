import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderScreen, signedIn } from '../../testing/render-screen';
import { answer, server } from '../../testing/server';
import { AttachmentsPanel } from './attachments-panel';
import type { AttachmentItem, Property } from './api';

const mebibyte = 1024 * 1024;
let kept: AttachmentItem[];
let sent: () => string[];

function item(name: string, version: number, uploaded_at: string, uploaded_by: string): AttachmentItem {
  const path = `firm/property/${name}-${version}/${name}`;
  return { path, name, version, uploaded_at, uploaded_by, size: 2048, content_type: 'application/pdf', project_id: null };
}

/** A file that reports this size, without the bytes. */
function sized(name: string, size: number): File {
  return Object.defineProperty(new File(['x'], name), 'size', { value: size });
}

beforeEach(() => {
  signedIn();
  kept = [];
  answer('get', '*/api/session', {});
  answer('get', '*/property_api/list_letter_versions', { versions: [] });
  // jsdom's forms lose file names on the way to msw, so they are read on append.
  const append = vi.spyOn(FormData.prototype, 'append');
  sent = () => append.mock.calls.flatMap(([, value]: unknown[]) => (value instanceof File ? [value.name] : []));
  server.use(
    http.get('*/property_api/list_attachments', () => HttpResponse.json({ attachments: kept.map(({ path }) => path), items: kept })),
    http.post('*/property_api/upload_attachment', async () => {
      const name = sent().at(-1) ?? '';
      if (name.startsWith('bad')) return HttpResponse.json({ error: 'The file storage is full.' }, { status: 503 });
      if (name.startsWith('slow')) await delay('infinite');
      kept.push(item(name, 1, '2026-11-22T09:00:00Z', 'maya@meridian.example'));
      return HttpResponse.json({ success: true, attachments: [], items: [] });
    }),
  );
});

function open(at = '/') {
  const property = { parcel_number: '041 02/3', address: '901 Preston St' } as Property;
  const { container, router } = renderScreen(
    <AttachmentsPanel property={property} propertyKey={{ parcelNumber: '041 02/3', projectId: 'p1' }} />,
    at,
  );
  const input = container.querySelector<HTMLInputElement>('[aria-label^="Drop files"] input');
  if (!input) throw new Error('no drop area');
  return { user: userEvent.setup(), input, router };
}

it('says the limit, and does not send a file beyond it', async () => {
  const { user, input } = open();
  expect(screen.getByText('Up to 50 MB per file')).toBeInTheDocument();
  await user.upload(input, [sized('survey.zip', 62.5 * mebibyte), new File(['a'], 'deed.pdf')]);
  const uploads = await screen.findByRole('list', { name: 'Uploads' });
  expect(within(uploads).getByRole('alert')).toHaveTextContent('This file is 62.5 MB; the maximum is 50 MB. It was not uploaded.');
  expect(await screen.findByRole('link', { name: 'deed.pdf' })).toBeInTheDocument();
  expect(sent()).toEqual(['deed.pdf']);
  expect(within(uploads).queryByRole('button', { name: /^Try again/ })).toBeNull();
  await user.click(within(uploads).getByRole('button', { name: 'Dismiss survey.zip' }));
  expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull();
});

it('keeps what arrives when another file fails, and sends that one again', async () => {
  const { user, input } = open();
  await user.upload(input, [new File(['a'], 'bad.pdf'), new File(['b'], 'plat.pdf')]);
  expect(await screen.findByRole('link', { name: 'plat.pdf' })).toBeInTheDocument();
  const uploads = screen.getByRole('list', { name: 'Uploads' });
  expect(within(uploads).getAllByRole('listitem')).toHaveLength(1);
  expect(within(uploads).getByRole('alert')).toHaveTextContent('The file storage is full.');
  await user.click(within(uploads).getByRole('button', { name: 'Try again to upload bad.pdf' }));
  await waitFor(() => expect(sent()).toEqual(['bad.pdf', 'plat.pdf', 'bad.pdf']));
});

it('shows how far each file is, and cancels one without the others', async () => {
  const { user, input } = open();
  await user.upload(input, [new File(['a'], 'slow.pdf'), new File(['b'], 'plat.pdf')]);
  expect(await screen.findByRole('progressbar', { name: 'Upload of slow.pdf' })).toBeInTheDocument();
  expect(screen.getByText(/^Waiting/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel the upload of slow.pdf' }));
  expect(await screen.findByRole('link', { name: 'plat.pdf' })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull());
  expect(screen.queryByRole('link', { name: 'slow.pdf' })).toBeNull();
});

it('lists the newest first, with who uploaded it, and tells versions of a name apart', async () => {
  kept = [
    item('lease.pdf', 1, '2026-11-20T09:00:00Z', 'rob@meridian.example'),
    item('plat.pdf', 1, '2026-11-21T09:00:00Z', 'rob@meridian.example'),
    item('lease.pdf', 2, '2026-11-22T09:00:00Z', 'maya@meridian.example'),
  ];
  const { user } = open();
  const files = await screen.findByRole('list', { name: 'Files' });
  const names = within(files)
    .getAllByRole('link')
    .map((link) => link.getAttribute('aria-label'));
  expect(names).toEqual(['lease.pdf, version 2', 'plat.pdf', 'lease.pdf, version 1']);
  const [newest, middle] = within(files).getAllByRole('listitem');
  expect(newest).toHaveTextContent('by you');
  expect(middle).toHaveTextContent('by rob@meridian.example');
  expect(within(files).getByRole('button', { name: 'Remove lease.pdf, version 1' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Email' }));
  expect(await screen.findByRole('checkbox', { name: /^lease\.pdf \(Version 1, 2\.0 KB\)/ })).toBeInTheDocument();
});

it('brings a removed file back', async () => {
  kept = [item('survey.pdf', 1, '2026-11-22T08:00:00Z', 'x')];
  answer('post', '*/property_api/delete_attachment', { success: true });
  const restored = answer('post', '*/property_api/restore_attachment', { success: true });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Remove survey.pdf' }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'survey.pdf' })).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('link', { name: 'survey.pdf' })).toBeInTheDocument();
  expect(restored).toHaveLength(1);
});

it('opens a copy of a letter that was written here', async () => {
  kept = [item('9_Elm__LOI.pdf', 1, '2026-11-22T09:00:00Z', 'maya@meridian.example'), item('survey.pdf', 1, '2026-11-22T08:00:00Z', 'x')];
  const version = { version_id: 'v1', attachment: kept[0]?.path ?? '', name: '9_Elm__LOI.pdf' };
  answer('get', '*/property_api/list_letter_versions', { versions: [version] });
  const { user, router } = open();
  const copy = await screen.findByRole('button', { name: 'Edit a copy of 9_Elm__LOI.pdf' });
  expect(screen.queryByRole('button', { name: 'Edit a copy of survey.pdf' })).not.toBeInTheDocument();
  await user.click(copy);
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe('/letter-of-intent?parcel_number=041+02%2F3&project_id=p1&copy_of=v1');
});

it('brings the file into view that a link asks for', async () => {
  kept = [item('deed.pdf', 1, '2026-11-21T09:00:00Z', 'a@b.example'), item('plat.pdf', 1, '2026-11-22T09:00:00Z', 'a@b.example')];
  open(`/property/1?file=${encodeURIComponent(kept[0]?.path ?? '')}`);
  const line = (await screen.findByRole('link', { name: 'deed.pdf' })).closest('li');
  await waitFor(() => expect(line).toHaveFocus());
});
