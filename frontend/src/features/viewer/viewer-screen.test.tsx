import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ViewerScreen } from './viewer-screen';

/** Answers every request of the viewer with this response. */
function serve(answer: () => Response) {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(answer())),
  );
}

function open(file: string | null) {
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <ViewerScreen file={file} onBack={vi.fn()} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

afterEach(() => vi.unstubAllGlobals());

it('says when no file is specified', () => {
  open(null);
  expect(screen.getByRole('heading', { name: 'Attachment Viewer' })).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('No file specified.');
});

it('says when the file is gone', async () => {
  serve(() => new Response(null, { status: 404 }));
  open('firm/survey.pdf');
  expect(await screen.findByRole('alert')).toHaveTextContent('This file is no longer here.');
});

it('shows a text file in a frame where nothing can run', async () => {
  serve(() => new Response('Corner pins <found>.', { status: 200, headers: { 'content-length': '20' } }));
  open('firm/survey notes.txt');
  const frame = await within(screen.getByRole('main')).findByTitle<HTMLIFrameElement>('survey notes.txt');
  expect(frame.getAttribute('sandbox')).toBe('');
  expect(frame.srcdoc).toContain('Corner pins &lt;found&gt;.');
});

it('offers what it cannot show as a download under its name', async () => {
  serve(() => new Response('x', { status: 206, headers: { 'content-range': 'bytes 0-0/9' } }));
  open('firm/a b.zip');
  const link = await screen.findByRole('link', { name: 'Download a b.zip' });
  expect(link).toHaveAttribute('href', '/property_api/serve_attachment?file=firm%2Fa%20b.zip');
  expect(link).toHaveAttribute('download', 'a b.zip');
});

it('says when a picture cannot be read', async () => {
  serve(() => new Response('x', { status: 206, headers: { 'content-range': 'bytes 0-0/9', 'content-type': 'image/png' } }));
  open('firm/roof.png');
  fireEvent.error(await screen.findByRole('img', { name: 'roof.png' }));
  expect(screen.getByRole('alert')).toHaveTextContent('This file could not be read. It may be damaged.');
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Download' })).toHaveAttribute('href', '/property_api/serve_attachment?file=firm%2Froof.png');
});

it('shows a file without an extension by the type that it is served with', async () => {
  serve(() => new Response('x', { status: 206, headers: { 'content-range': 'bytes 0-0/9', 'content-type': 'image/png' } }));
  open('firm/roof');
  expect(await screen.findByRole('img', { name: 'roof' })).toBeInTheDocument();
});

it('says that a file is empty', async () => {
  serve(() => new Response(null, { status: 416, headers: { 'content-range': 'bytes */0' } }));
  open('firm/survey.pdf');
  expect(await screen.findByRole('alert')).toHaveTextContent('This file is empty. There is nothing to show.');
});
