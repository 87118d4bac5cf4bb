import { expect, it, vi } from 'vitest';
import { loadBytes, probe, ViewerError, type FetchFile } from './attachment';

const signal = new AbortController().signal;
const answer = (status: number, headers: Record<string, string> = {}, body: string | null = null): FetchFile =>
  vi.fn(() => Promise.resolve(new Response(body, { status, headers })));
const failure = async (work: Promise<unknown>): Promise<ViewerError> => {
  const cause: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (cause instanceof ViewerError) return cause;
  throw new Error('expected a ViewerError', { cause });
};

it('asks for one byte, and knows the kind by the extension or by the served type', async () => {
  const fetchFile = answer(206, { 'content-range': 'bytes 0-0/48213', 'content-type': 'application/pdf' }, 'x');
  expect(await probe(fetchFile, 'a/b.txt', signal)).toBe('text');
  expect(await probe(fetchFile, 'a/b', signal)).toBe('pdf');
  expect(fetchFile).toHaveBeenCalledWith('a/b', { headers: { range: 'bytes=0-0' }, signal });
});

it('takes a server without ranges', async () => {
  expect(await probe(answer(200, { 'content-length': '7' }, '1234567'), 'a.txt', signal)).toBe('text');
});

it('says that an empty file is empty', async () => {
  const byRange = await failure(probe(answer(416, { 'content-range': 'bytes */0' }), 'a.pdf', signal));
  expect(byRange.message).toBe('This file is empty. There is nothing to show.');
  const whole = await failure(probe(answer(200, { 'content-length': '0' }), 'a', signal));
  expect(whole.message).toBe(byRange.message);
});

it('refuses what is too large to show, and offers the download', async () => {
  const problem = await failure(probe(answer(206, { 'content-range': 'bytes 0-0/62914560' }, 'x'), 'a.docx', signal));
  expect(problem.message).toBe('This file is too large to show here (60 MB). Download it to open it.');
  expect(problem.canDownload).toBe(true);
});

it.each([
  [404, 'This file is no longer here. It may have been removed from the property.', false],
  [401, 'Your session has ended. Sign in again to see this file.', true],
  [422, 'This file cannot be opened.', false],
  [503, 'The file could not be loaded. Try again in a moment.', true],
])('says what %i means', async (status, sentence, canRetry) => {
  const problem = await failure(loadBytes(answer(status), 'a.pdf', signal));
  expect(problem.message).toBe(sentence);
  expect(problem.canRetry).toBe(canRetry);
});

it('says when nobody answers', async () => {
  const problem = await failure(probe(() => Promise.reject(new TypeError('fetch failed')), 'a', signal));
  expect(problem.message).toBe('The file could not be loaded. Check your connection and try again.');
});

it('gives the bytes', async () => {
  const fetchFile: FetchFile = (_, init) =>
    Promise.resolve(init.headers ? new Response('a', { status: 206, headers: { 'content-range': 'bytes 0-0/3' } }) : new Response('abc'));
  expect(new TextDecoder().decode(await loadBytes(fetchFile, 'a.txt', signal))).toBe('abc');
});
