import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSelection } from './use-selection';

const ofRun = { west: -81, south: 35, east: -80.5, north: 35.4 };
const other = { west: -105, south: 39.5, east: -104.6, north: 40 };

it('is the area of the run at hand until somebody selects another', () => {
  const { result, rerender } = renderHook(({ area }) => useSelection(area), {
    initialProps: { area: undefined as typeof ofRun | undefined },
  });
  expect(result.current.area).toBeUndefined();
  rerender({ area: ofRun });
  expect(result.current).toMatchObject({ area: ofRun, inView: ofRun });
  act(() => result.current.select(other));
  expect(result.current).toMatchObject({ area: other, inView: ofRun });
});

it('stays cleared although a run is at hand', () => {
  const { result } = renderHook(() => useSelection(ofRun));
  act(() => result.current.select(undefined));
  expect(result.current.area).toBeUndefined();
});

it('brings an area into view again when it is chosen again', () => {
  const { result } = renderHook(() => useSelection(undefined));
  act(() => result.current.show(other));
  const before = result.current.inView;
  expect(before).toEqual(other);
  act(() => result.current.show(other));
  expect(result.current.inView).not.toBe(before);
});
