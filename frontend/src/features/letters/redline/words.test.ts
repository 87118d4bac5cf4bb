import { expect, it } from 'vitest';
import type { ChangedBlock } from './api';
import { alsoChangedWords, changeWords, textsOf } from './words';

it('says who made a change, or that it was not tracked', () => {
  const change = { kind: 'inserted' as const, is_tracked: true, author: 'Ana Seller', at: null };
  expect(changeWords(change)).toBe('Inserted by Ana Seller');
  expect(changeWords({ ...change, author: null })).toBe('Inserted');
  expect(changeWords({ ...change, kind: 'deleted', is_tracked: false, author: null })).toBe('Deleted, changed without tracking');
});

it('names what was changed besides', () => {
  expect(alsoChangedWords([])).toBe('');
  expect(alsoChangedWords(['header', 'text_box'])).toBe('Also changed, and not taken over: the header, a text box.');
});

it('finds the old and the new text of a change in all blocks, and cuts them', () => {
  const blocks: ChangedBlock[] = [
    {
      old: 0,
      is_formatted: false,
      is_in_table: false,
      pieces: [
        { kind: 'same', text: 'a ', change: null, term: null },
        { kind: 'moved_from', text: 'b', change: 1, term: null },
      ],
    },
    {
      old: null,
      is_formatted: false,
      is_in_table: false,
      pieces: [{ kind: 'moved_to', text: 'b'.repeat(200), change: 1, term: null }],
    },
  ];
  expect(textsOf(blocks, 1)).toEqual({ old: 'b', new: `${'b'.repeat(160)}…` });
  expect(textsOf(blocks, 0)).toEqual({ old: '', new: '' });
});
