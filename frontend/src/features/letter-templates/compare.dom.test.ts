import { expect, it } from 'vitest';
import { blocksOf, compare, isChanged } from './compare';

const label = (term: string): string => ({ dd_days: 'Due diligence' })[term] ?? term;

it('reads fields by their label and clauses by their title', () => {
  const html =
    '<h2>Offer</h2><section data-clause="a" data-title="Large" data-binding="true"><p>Within <span data-term="dd_days" data-fmt="days_capital">x</span>.</p></section><ul><li><p>one</p></li></ul>';
  expect(blocksOf(html, label)).toEqual(['Offer', 'Clause “Large”, binding', 'Within [Due diligence, days capital].', 'one']);
});

it('aligns blocks, and words in changed ones', () => {
  const before = ['Offer', 'Within sixty days.', 'Old paragraph', 'End'];
  const after = ['Offer', 'Within ninety days.', 'End', 'Postscript'];
  expect(compare(before, after)).toEqual([
    [{ kind: 'same', text: 'Offer' }],
    [
      { kind: 'same', text: 'Within' },
      { kind: 'removed', text: 'sixty' },
      { kind: 'added', text: 'ninety' },
      { kind: 'same', text: 'days.' },
    ],
    [{ kind: 'removed', text: 'Old paragraph' }],
    [{ kind: 'same', text: 'End' }],
    [{ kind: 'added', text: 'Postscript' }],
  ]);
});

it('finds nothing in equal texts', () => {
  const text = ['a', 'b'];
  expect(compare(text, text).filter(isChanged)).toEqual([]);
});
