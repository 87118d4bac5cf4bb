import { expect, it } from 'vitest';
import type { LetterPreviewRow } from './api';
import { eventWords, makeWords, sendWords, standInsOf } from './words';

it('says how many letters are made and left out', () => {
  expect(makeWords(40, 0)).toBe('Make 40 letters');
  expect(makeWords(39, 1)).toBe('Make 39 letters, leave out 1');
  expect(makeWords(1, 1200)).toBe('Make 1 letter, leave out 1,200');
  expect(makeWords(0, 3)).toBe('No letter can be made');
});

it('says how many letters are sent and left out', () => {
  expect(sendWords(1, 0)).toBe('Send 1 letter');
  expect(sendWords(38, 2)).toBe('Send 38 letters, leave out 2');
  expect(sendWords(0, 2)).toBe('No letter can be sent');
});

it('counts the stand-ins of all letters', () => {
  const lack = (term: string, text: string, reason = 'default_used') => ({ term, text, reason, severity: 'block' as const, sentence: '' });
  const rows = [
    { lacks: [lack('salutation', 'Property Owner'), lack('county', '', 'missing')] },
    { lacks: [lack('contact_title', 'Title'), lack('salutation', 'Property Owner')] },
    { lacks: [] },
  ] as unknown as readonly LetterPreviewRow[];
  expect(standInsOf(rows)).toEqual([
    { term: 'salutation', text: 'Property Owner', letters: 2 },
    { term: 'contact_title', text: 'Title', letters: 1 },
  ]);
});

it('says what happened to a letter', () => {
  expect(['handed_over', 'pdf_failed', 'pdf_again'].map(eventWords)).toEqual(['Handed over', 'PDF failed', 'PDF asked for again']);
});
