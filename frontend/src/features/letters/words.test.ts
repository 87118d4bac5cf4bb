import { expect, it } from 'vitest';
import type { LetterPreviewRow } from './api';
import { eventWords, inputsOf, leftWords, makeWords, restoredWords, sendWords, standInsOf, totalsOf } from './words';

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

it('names the first letters that an undo leaves, and counts the others', () => {
  const letters = [1, 2, 3, 4, 5].map((serial) => ({ letter_id: `l${serial}`, number: `LOI-${serial}` }));
  const left = letters.map(({ letter_id }) => ({ letter_id, code: 'changed' as const, sentence: 'Changed.' }));
  expect(leftWords(left.slice(1, 2), letters)).toBe('Not undone: 1 letter. LOI-2: Changed.');
  expect(leftWords(left, letters)).toBe('Not undone: 5 letters. LOI-1: Changed. LOI-2: Changed. LOI-3: Changed. And 2 more.');
});

it('says that links of restored letters stay closed', () => {
  expect(restoredWords(1, 1)).toBe('1 letter restored. 1 link stays closed: send a new one.');
  expect(restoredWords(40, 1_200)).toBe('40 letters restored. 1,200 links stay closed: send new ones.');
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

it('takes the terms and the sums of several projects together', () => {
  const input = (name: string, otherwise: string | null, lacking = false) => ({ name, label: name, type: 'int', otherwise, lacking });
  const inputs = [{ inputs: [input('days', '60'), input('expiry', null)] }, { inputs: [input('days', '45', true), input('expiry', null)] }];
  expect(inputsOf(inputs)).toEqual([input('days', 'As its template says', true), input('expiry', null)]);
  expect(totalsOf([{ totals: { letters: 2, blocked: 1, price: 300 } }, { totals: { letters: 1, blocked: 0, price: 50 } }])).toEqual({
    letters: 3,
    blocked: 1,
    price: 350,
  });
});
