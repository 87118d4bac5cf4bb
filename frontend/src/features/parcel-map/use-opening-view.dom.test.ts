import { renderHook } from '@testing-library/react';
import type { MapRef } from '@vis.gl/react-maplibre';
import { afterEach, expect, test, vi } from 'vitest';
import type { SavedMarker } from './api';
import { useOpeningView } from './use-opening-view';

const fitBounds = vi.fn();
const map = { current: { fitBounds, getContainer: () => ({ clientWidth: 1200 }) } as unknown as MapRef };
const markers = [{ lon: -95.37, lat: 29.76 }] as SavedMarker[];

/** Opens the map; `arrive` brings the project's data. */
function open() {
  const { rerender } = renderHook(({ submarket }: { submarket: null | undefined }) => useOpeningView(map, true, submarket, markers), {
    initialProps: { submarket: undefined as null | undefined },
  });
  return { arrive: () => rerender({ submarket: null }) };
}

function goTo(hash: string): void {
  window.history.replaceState(null, '', hash || window.location.pathname);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

afterEach(() => {
  window.history.replaceState(null, '', window.location.pathname);
  fitBounds.mockReset();
});

test('the project’s parcels are shown once they have arrived', () => {
  const { arrive } = open();
  expect(fitBounds).not.toHaveBeenCalled();
  arrive();
  arrive();
  expect(fitBounds).toHaveBeenCalledOnce();
});

test('a place in the address stays', () => {
  window.history.replaceState(null, '', '#map=17/29.7/-95.3');
  open().arrive();
  expect(fitBounds).not.toHaveBeenCalled();
});

test('a place that is pasted while the map is opening stays', () => {
  const { arrive } = open();
  goTo('#map=17/29.7/-95.3');
  arrive();
  expect(fitBounds).not.toHaveBeenCalled();
});

test('another hash does not keep the parcels from being shown', () => {
  const { arrive } = open();
  goTo('#other');
  arrive();
  expect(fitBounds).toHaveBeenCalledOnce();
});
