import { describe, expect, it } from 'vitest';
import { lineStarts, planPages, withClosing, type Slice } from './page-plan';

const lines = (count: number, mayStart: (index: number) => boolean = () => true): Slice[] =>
  Array.from({ length: count }, (_, index) => ({ top: index * 20, bottom: index * 20 + 20, mayStart: mayStart(index) }));

describe('planPages', () => {
  it('keeps a letter that fits on one page', () => {
    expect(planPages(lines(5), () => 100)).toEqual([0]);
    expect(planPages([], () => 100)).toEqual([0]);
  });

  it('fills each page to its own room', () => {
    expect(planPages(lines(12), (page) => (page === 0 ? 100 : 60))).toEqual([0, 5, 8, 11]);
  });

  it('goes back to the nearest place where a page may begin', () => {
    expect(
      planPages(
        lines(8, (index) => index !== 5 && index !== 4),
        () => 100,
      ),
    ).toEqual([0, 3]);
  });

  it('breaks all the same when nothing allows it, and never loops', () => {
    expect(
      planPages(
        lines(5, () => false),
        () => 40,
      ),
    ).toEqual([0, 2, 4]);
    expect(
      planPages(
        [
          { top: 0, bottom: 900, mayStart: true },
          { top: 900, bottom: 920, mayStart: true },
        ],
        () => 100,
      ),
    ).toEqual([0, 1]);
  });

  it('does not count the gap above the first block of a page', () => {
    const spaced = [0, 1, 2, 3].map((index) => ({ top: index * 60, bottom: index * 60 + 20, mayStart: true }));
    expect(planPages(spaced, () => 80)).toEqual([0, 2]);
  });
});

describe('lineStarts', () => {
  it('keeps short paragraphs whole', () => {
    expect(lineStarts(3, true)).toEqual([true, false, false]);
    expect(lineStarts(1, false)).toEqual([false]);
  });

  it('leaves two lines on either side of a break', () => {
    expect(lineStarts(5, true)).toEqual([true, false, true, true, false]);
    expect(lineStarts(4, true)).toEqual([true, false, true, false]);
  });
});

describe('withClosing', () => {
  const closing = (from: number): Slice[] => [
    { top: from, bottom: from + 40, mayStart: true },
    { top: from + 40, bottom: from + 80, mayStart: true },
  ];

  it('sends the last two lines of the text ahead with signature and agreement', () => {
    // The agreement alone would go to a separate page; then the closing without text; then one line of text.
    for (const room of [120, 160, 180]) expect(planPages(withClosing(lines(6), closing(120)), () => room)).toEqual([0, 4]);
    expect(planPages(withClosing(lines(6), closing(120)), () => 200)).toEqual([0]);
  });

  it('takes more of the text where a paragraph must stay whole', () => {
    const text = lines(6, (index) => index === 0 || index === 2);
    expect(planPages(withClosing(text, closing(120)), () => 180)).toEqual([0, 2]);
  });

  it('leaves a letter without text as it is', () => {
    expect(planPages(withClosing([], closing(0)), () => 100)).toEqual([0]);
  });
});
