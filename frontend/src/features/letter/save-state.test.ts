import { expect, it } from 'vitest';
import { clock, saveState } from './save-state';

const state = { dirty: true, savedAt: undefined, reason: undefined, conflict: undefined };

it.each([
  ['clean', ''],
  ['edited', 'Saving…'],
  ['saving', 'Saving…'],
  ['retrying', 'Not saved, retrying'],
  ['conflict', 'Not saved'],
] as const)('says of a letter that is %s: “%s”', (phase, sentence) => {
  expect(saveState({ ...state, phase })).toBe(sentence);
});

it('says when the letter was saved, and why it was not', () => {
  const savedAt = new Date();
  savedAt.setHours(23, 4);
  expect(saveState({ ...state, phase: 'saved', savedAt: savedAt.toISOString() })).toBe('Saved 23:04');
  expect(saveState({ ...state, phase: 'refused', reason: 'The letter is larger than 1 MB.' })).toBe(
    'Not saved: The letter is larger than 1 MB.',
  );
});

it('adds the day to a time of another day', () => {
  expect(clock(new Date(2026, 10, 20, 0, 5).toISOString(), new Date(2026, 10, 21))).toBe('Nov 20, 00:05');
});
