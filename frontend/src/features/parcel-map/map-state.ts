import type { ParcelData, SavedMarker, UnnumberedFeature } from './api';

/** A point on the map in degrees. */
export interface Spot {
  readonly lat: number;
  readonly lon: number;
}

/**
 * State of the map. A drawn marker is unsaved and being looked up ('looking'); a lookup that finds a parcel opens the review, or the
 * details if the project already has it; adding saves it and shows the details; an empty result shows a message at the spot.
 */
export type MapState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'drawing' }
  | { readonly kind: 'looking'; readonly spot: Spot }
  | {
      readonly kind: 'review';
      readonly spot: Spot;
      /** Stacked parcels give several candidates; the first is proposed. */
      readonly candidates: readonly ParcelData[];
      readonly chosen: number;
      readonly saving: boolean;
    }
  /** `feature`: what the county maps there without a parcel number. */
  | { readonly kind: 'nothing-found'; readonly spot: Spot; readonly feature: UnnumberedFeature | undefined }
  | { readonly kind: 'details'; readonly marker: SavedMarker };

export type MapAction =
  | { readonly type: 'toggle-drawing' }
  | { readonly type: 'drawn'; readonly spot: Spot }
  /** `saved`: the only parcel here is already in the project. */
  | { readonly type: 'found'; readonly candidates: readonly ParcelData[]; readonly saved?: SavedMarker | undefined }
  | { readonly type: 'not-found'; readonly feature: UnnumberedFeature | undefined }
  | { readonly type: 'lookup-failed' }
  | { readonly type: 'choose'; readonly index: number }
  | { readonly type: 'saving'; readonly saving: boolean }
  | { readonly type: 'show-details'; readonly marker: SavedMarker }
  | { readonly type: 'close' };

export const idle: MapState = { kind: 'idle' };

/** The next state. Drawing mode ends with every lookup, whether or not data was found: no lookup leads back to 'drawing'. */
export function reduceMap(state: MapState, action: MapAction): MapState {
  switch (action.type) {
    case 'toggle-drawing':
      return state.kind === 'drawing' ? idle : { kind: 'drawing' };
    case 'drawn':
      return { kind: 'looking', spot: action.spot };
    case 'found':
      if (state.kind !== 'looking') return state;
      if (action.saved) return { kind: 'details', marker: action.saved };
      return { kind: 'review', spot: state.spot, candidates: action.candidates, chosen: 0, saving: false };
    case 'not-found':
      return state.kind === 'looking' ? { kind: 'nothing-found', spot: state.spot, feature: action.feature } : state;
    case 'lookup-failed':
      return state.kind === 'looking' ? idle : state;
    case 'choose':
      return state.kind === 'review' && state.candidates[action.index] ? { ...state, chosen: action.index } : state;
    case 'saving':
      return state.kind === 'review' ? { ...state, saving: action.saving } : state;
    case 'show-details':
      return { kind: 'details', marker: action.marker };
    case 'close':
      return idle;
  }
}

/** Position of the unsaved marker, if there is one. */
export function unsavedSpot(state: MapState): Spot | undefined {
  return state.kind === 'looking' || state.kind === 'review' || state.kind === 'nothing-found' ? state.spot : undefined;
}
