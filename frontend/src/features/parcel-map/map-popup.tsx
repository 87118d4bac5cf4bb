import type { ReactNode } from 'react';
import { markerOf, type ParcelOutline, type SavedMarker } from './api';
import { rightOf } from './geometry';
import type { Spot } from './map-state';
import { LazyDetails, LazyNothingFound, LazyReview } from './lazy-parcel-popup';
import type { useParcelMap } from './use-parcel-map';
import type { SelectedParcel } from './use-selected-parcel';

interface Shown extends Pick<ReturnType<typeof useParcelMap>, 'state' | 'dispatch' | 'addToProject' | 'removeMarker' | 'removing'> {
  readonly projectId: string;
  readonly saved: readonly SavedMarker[];
  readonly outlines: readonly ParcelOutline[];
  readonly selected: SelectedParcel | undefined;
  readonly onGoToProperty: (parcelNumber: string) => void;
}

/** What the map says of a parcel, and where; on phones it is a sheet. */
export function popupOf(shown: Shown): { at: Spot; content: ReactNode } | undefined {
  const { projectId, state, dispatch, saved, outlines, addToProject, removeMarker, removing, onGoToProperty } = shown;
  const at = shown.selected && rightOf(shown.selected.bounds);
  switch (state.kind) {
    case 'review':
      return {
        at: at ?? state.spot,
        content: (
          <LazyReview
            projectId={projectId}
            candidates={state.candidates}
            chosen={state.chosen}
            saved={markerOf(state.candidates[state.chosen], saved)}
            saving={state.saving}
            onChoose={(index) => dispatch({ type: 'choose', index })}
            onAdd={() => {
              const parcel = state.candidates[state.chosen];
              if (parcel) void addToProject(parcel, state.spot);
            }}
            onShowSaved={(marker) => dispatch({ type: 'show-details', marker })}
            onDiscard={() => dispatch({ type: 'close' })}
          />
        ),
      };
    case 'nothing-found':
      return { at: state.spot, content: <LazyNothingFound feature={state.feature} onClose={() => dispatch({ type: 'close' })} /> };
    case 'details':
      return {
        at: at ?? state.marker,
        content: (
          <LazyDetails
            marker={state.marker}
            record={outlines.find(({ properties }) => properties.marker === state.marker.id)?.properties}
            removing={removing}
            onRemove={() => void removeMarker(state.marker)}
            onGoToProperty={() => onGoToProperty(state.marker.parcel.parcelnumb)}
            onClose={() => dispatch({ type: 'close' })}
          />
        ),
      };
    default:
      return undefined;
  }
}
