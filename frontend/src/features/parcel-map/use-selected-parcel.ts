import type { Geometry } from 'geojson';
import { useMemo } from 'react';
import { useReviewedOutline, type ParcelOutline } from './api';
import { boundsOf, type Bounds } from './geometry';
import { unsavedSpot, type MapState } from './map-state';

/** The selected parcel, once its outline is known. */
export interface SelectedParcel {
  readonly outline: Geometry;
  readonly bounds: Bounds;
  readonly saved: boolean;
}

/** The outline of the parcel under review, or of the saved one whose details are open. */
export function useSelectedParcel(state: MapState, outlines: readonly ParcelOutline[]): SelectedParcel | undefined {
  const candidate = state.kind === 'review' ? state.candidates[state.chosen] : undefined;
  const reviewed = useReviewedOutline(candidate?.ll_uuid);
  const marker = state.kind === 'details' ? state.marker.id : undefined;
  const kept = marker === undefined ? undefined : outlines.find(({ properties }) => properties.marker === marker)?.geometry;
  const outline = candidate ? reviewed.data : kept;
  return useMemo(() => {
    const bounds = outline ? boundsOf(outline) : undefined;
    return outline && bounds ? { outline, bounds, saved: marker !== undefined } : undefined;
  }, [outline, marker]);
}

/** What must be in view: the parcel, or only the spot if no outline is known. */
export function usePlaceSpokenOf(state: MapState, parcel: SelectedParcel | undefined): Bounds | undefined {
  const spot = state.kind === 'details' ? state.marker : state.kind === 'looking' ? undefined : unsavedSpot(state);
  return useMemo(() => parcel?.bounds ?? (spot && [spot.lon, spot.lat, spot.lon, spot.lat]), [parcel, spot]);
}
