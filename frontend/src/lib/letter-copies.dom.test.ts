import { expect, it, vi } from 'vitest';
import { copyKey, dropAllCopies, dropCopy, readCopy, writeCopy } from './letter-copies';

const copy = { html: '<p>a</p>', version: 3, at: '2026-11-21T23:04:00Z' };

it('keeps one copy a person and property until it is dropped', () => {
  const [mine, theirs] = [copyKey('ana', '1', 'p'), copyKey('dana', '1', 'p')];
  writeCopy(mine, copy);
  expect(readCopy(mine)).toEqual(copy);
  expect(readCopy(theirs)).toBeUndefined();
  dropCopy(mine);
  expect(readCopy(mine)).toBeUndefined();
});

it('reads nothing from what is no copy', () => {
  const key = copyKey('ana', '1', undefined);
  for (const text of ['{', '"x"', '{"html":1}']) {
    localStorage.setItem(key, text);
    expect(readCopy(key)).toBeUndefined();
  }
});

it('lets the person write on when the browser has no room', () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  writeCopy(copyKey('ana', '1', 'p'), copy);
  expect(warned).toHaveBeenCalledOnce();
  full.mockRestore();
  warned.mockRestore();
});

it('removes all copies at sign-out and nothing else', () => {
  writeCopy(copyKey('ana', '1', 'p'), copy);
  localStorage.setItem('preferred_theme', 'dark');
  dropAllCopies();
  expect(Object.keys(localStorage)).toEqual(['preferred_theme']);
});
