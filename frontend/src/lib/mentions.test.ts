import { expect, it } from 'vitest';
import { matching, mentionAt, mentionedIn, partsOf } from './mentions';

const people = [
  { user_id: '1', name: 'Pat Roe' },
  { user_id: '2', name: 'Pat Roebuck' },
  { user_id: '3', name: 'Dana Fox' },
  { user_id: '4', name: 'Dana Fox' },
];

it('finds the mention that is being typed', () => {
  expect(mentionAt('Call @Pa', 8)).toEqual({ start: 5, query: 'Pa' });
  expect(mentionAt('@Pat Ro and', 7)).toEqual({ start: 0, query: 'Pat Ro' });
  expect(mentionAt('@', 1)).toEqual({ start: 0, query: '' });
  for (const [text, caret] of [
    ['@', 0],
    ['pat@x', 5],
    ['@ Pat', 5],
    ['@Pat\nRoe', 8],
    ['no', 2],
  ] as const) {
    expect(mentionAt(text, caret)).toBeUndefined();
  }
});

it('offers people by the beginning of a word of their name', () => {
  expect(matching(people, 'fo').map(({ user_id }) => user_id)).toEqual(['3', '4']);
  expect(matching(people, 'PAT ROEB').map(({ user_id }) => user_id)).toEqual(['2']);
  expect(matching(people, 'oe')).toEqual([]);
});

it('tells whom a text mentions: whole names, the longest first, all of one name', () => {
  expect(mentionedIn('@Pat Roebuck, ask x@Pat Roe or @Dana Foxy', people)).toEqual(['2']);
  expect(mentionedIn('@Dana Fox: call @Pat Roe.', people)).toEqual(['1', '3', '4']);
});

it('splits a text at its mentions', () => {
  expect(partsOf('See @Pat Roe@Pat Roe, @you', ['Pat Roe'])).toEqual([
    { text: 'See ', isMention: false },
    { text: '@Pat Roe', isMention: true },
    { text: '@Pat Roe, @you', isMention: false },
  ]);
  expect(partsOf('', ['Pat Roe'])).toEqual([]);
});
