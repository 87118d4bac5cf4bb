import type { MapRef } from '@vis.gl/react-maplibre';
import { useEffect, useRef, type RefObject } from 'react';
import type { SavedMarker } from './api';
import { boundsOf, union, type Bounds } from './geometry';
import { placeZoom } from './map-style';

const hasView = () => window.location.hash.includes('map=');

/** Fits the parcel of a link, else the project's parcels, else its submarket, once, unless the URL contains a view, or gets one before the data has arrived. */
export function useOpeningView(
  map: RefObject<MapRef | null>,
  ready: boolean,
  submarket: Parameters<typeof boundsOf>[0] | null | undefined,
  markers: readonly SavedMarker[],
  linked?: Bounds,
): void {
  const settled = useRef(hasView());
  useEffect(() => {
    // Only a person's navigation fires this event; the map itself replaces the hash without it.
    const onHashChange = () => {
      settled.current ||= hasView();
    };
    window.addEventListener('hashchange', onHashChange);
    return () => window.removeEventListener('hashchange', onHashChange);
  }, []);
  useEffect(() => {
    if (settled.current || !ready || submarket === undefined) return;
    settled.current = true;
    const box =
      linked ??
      union(markers.map(({ lon, lat }) => [lon - 0.002, lat - 0.002, lon + 0.002, lat + 0.002])) ??
      (submarket ? boundsOf(submarket) : undefined);
    const view = map.current;
    if (!box || !view) return;
    // Less padding on phones, so that the opening zoom still shows parcels.
    view.fitBounds(box, { padding: Math.min(64, view.getContainer().clientWidth / 16), maxZoom: placeZoom, duration: 0 });
  }, [map, ready, submarket, markers, linked]);
}
