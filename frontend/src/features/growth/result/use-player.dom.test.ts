import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usePlayer } from './use-player';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('plays from the first year to the last and stops there', () => {
  const { result } = renderHook(() => usePlayer(2021, 2024));
  expect(result.current.year).toBe(2024);
  act(() => result.current.toggle());
  expect(result.current).toMatchObject({ year: 2021, playing: true });
  for (let frames = 0; frames < 10; frames += 1) {
    act(() => {
      vi.advanceTimersByTime(250);
    });
  }
  expect(result.current).toMatchObject({ year: 2024, playing: false });
});

it('stops playing when somebody chooses a year', () => {
  const { result } = renderHook(() => usePlayer(2021, 2050));
  act(() => result.current.toggle());
  act(() => result.current.show(2030));
  expect(result.current).toMatchObject({ year: 2030, playing: false });
});

it('stays within the years of another result', () => {
  const { result, rerender } = renderHook(({ last }) => usePlayer(2021, last), { initialProps: { last: 2050 } });
  rerender({ last: 2030 });
  expect(result.current.year).toBe(2030);
});

it('opens a result that comes later on its last year', () => {
  const { result, rerender } = renderHook(({ first, last }) => usePlayer(first, last), { initialProps: { first: 0, last: 0 } });
  rerender({ first: 2021, last: 2050 });
  expect(result.current.year).toBe(2050);
});
