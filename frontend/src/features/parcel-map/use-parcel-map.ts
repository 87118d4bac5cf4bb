import { useReducer } from 'react';
import { ApiProblem } from '../../api/client';
import { useConfirm, useNotice } from '../../ui/dialogs';
import { haveEnded } from '../../ui/source-line';
import { lookUp, markerOf, useAddMarker, useRemoveMarker, useRestoreMarker, type ParcelData, type SavedMarker } from './api';
import { idle, reduceMap, type Spot } from './map-state';

/** Actions of the map on a project: look up, add, discard, remove. The messages are the specification's. */
export function useParcelMap(projectId: string, markers: readonly SavedMarker[]) {
  const [state, dispatch] = useReducer(reduceMap, idle);
  const notice = useNotice();
  const confirm = useConfirm();
  const add = useAddMarker(projectId);
  const remove = useRemoveMarker(projectId);
  const restore = useRestoreMarker(projectId);

  async function draw(spot: Spot): Promise<void> {
    dispatch({ type: 'drawn', spot });
    try {
      const { parcels, feature } = await lookUp(spot);
      const [parcel, ...others] = parcels;
      if (parcel) {
        // If several stacked parcels match, one may be saved and another wanted: the user chooses in the review.
        const saved = others.length === 0 ? markerOf(parcel, markers) : undefined;
        // What was copied before may no longer be kept; this is the lookup that renews it.
        const renewed = saved && haveEnded(saved.parcel) ? (await add.mutateAsync({ parcel, spot: saved })).marker : saved;
        dispatch({ type: 'found', candidates: parcels, saved: renewed });
      } else {
        dispatch({ type: 'not-found', feature });
      }
    } catch (reason) {
      // A failure is not 'No data': it is reported as such, and the marker is removed.
      dispatch({ type: 'lookup-failed' });
      notice.alert(sentence(reason, 'Parcel lookup is unavailable. Please try again.'));
    }
  }

  async function addToProject(parcel: ParcelData, spot: Spot): Promise<void> {
    dispatch({ type: 'saving', saving: true });
    try {
      const { marker, alreadyAdded } = await add.mutateAsync({ parcel, spot });
      if (alreadyAdded) notice.success('This parcel is already in the project.');
      dispatch({ type: 'show-details', marker });
    } catch (reason) {
      dispatch({ type: 'saving', saving: false });
      notice.alert(sentence(reason, 'The parcel could not be added. Please try again.'));
    }
  }

  async function removeMarker(marker: SavedMarker): Promise<void> {
    if (!Number.isInteger(marker.id)) {
      notice.alert('Invalid marker ID. Cannot remove marker.');
      return;
    }
    const sure = await confirm({
      sentence: 'Are you sure you want to remove this marker?',
      confirm: 'Remove Marker',
      cancel: 'Keep',
    });
    if (!sure) return;
    try {
      await remove.mutateAsync(marker.id);
      dispatch({ type: 'close' });
      notice.undo(`Marker with ID ${marker.id} removed successfully!`, () => restore.mutateAsync(marker));
    } catch (reason) {
      // The specification: other failures are only logged. The marker stays.
      console.error('The marker could not be removed.', reason);
    }
  }

  return { state, dispatch, draw, addToProject, removeMarker, removing: remove.isPending };
}

function sentence(reason: unknown, otherwise: string): string {
  return reason instanceof ApiProblem ? reason.message : otherwise;
}
