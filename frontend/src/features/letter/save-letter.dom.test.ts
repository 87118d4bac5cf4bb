import { expect, it, vi } from 'vitest';
import { saveLetter, type SaveSteps } from './save-letter';

const info = { title: 'LOI', author: 'Meridian' };
const steps = (changes: Partial<SaveSteps> = {}): SaveSteps => ({
  sheets: () => [document.createElement('article')],
  write: () => Promise.resolve(new Blob(['%PDF-'])),
  upload: () => Promise.resolve({ kept: true }),
  ...changes,
});

it('uploads the PDF under the name that was given', async () => {
  const upload = vi.fn<SaveSteps['upload']>(() => Promise.resolve({ kept: true }));
  expect(await saveLetter('9_Elm__LOI.pdf', info, steps({ upload }))).toEqual({
    saved: true,
    kept: true,
    message: 'LOI saved and attached successfully!',
  });
  const [[file]] = upload.mock.calls as [[File]];
  expect([file.name, file.type, await file.text()]).toEqual(['9_Elm__LOI.pdf', 'application/pdf', '%PDF-']);
});

it.each([
  ['the letter is not there', { sheets: () => [] }, 'Error: Document content not found.'],
  ['the PDF cannot be made', { write: () => Promise.reject(new Error('out of memory')) }, 'Error generating PDF: out of memory'],
  [
    'the server refuses',
    { upload: () => Promise.resolve({ refusal: 'The file is too large.', kept: false }) },
    'Error saving LOI: The file is too large.',
  ],
  ['the server is away', { upload: () => Promise.reject(new TypeError('fetch failed')) }, 'Error uploading PDF to server.'],
])('says so when %s', async (_, changes, message) => {
  expect(await saveLetter('a.pdf', info, steps(changes))).toEqual({ saved: false, kept: false, message });
});
