import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mainApi, sentenceOf, unwrap } from '../../api/client';
import { allOf } from '../../api/queries/query';
import { undoParcelsFor, useConfirm, useNotice } from '../../ui/dialogs';
import type { Selection } from '../../ui/use-selection';
import type { PropertyRow } from './api';

interface TakeOut {
  /** Removes the selected properties after confirmation; all can be brought back at once. */
  readonly takeOut: (selection: Selection<PropertyRow>) => Promise<void>;
  /** Whether a row was removed. The list has it for some seconds more: property-api hears of the removal by events. */
  readonly isOut: (row: PropertyRow) => boolean;
}

/** Removes many properties from a project at once. */
export function useTakeOut(projectId: string): TakeOut {
  const confirm = useConfirm();
  const notice = useNotice();
  const cache = useQueryClient();
  // A property that is brought back has a new marker.
  const [out, setOut] = useState<ReadonlySet<number>>(new Set());
  const refresh = () => cache.invalidateQueries(allOf(['property', '/property_details'], { project_id: projectId }));
  const remove = useMutation({
    mutationFn: (marker_ids: number[]) => unwrap(mainApi.POST('/api/remove_markers', { body: { project_id: projectId, marker_ids } })),
  });
  const undo = useMutation({
    mutationFn: (removal_id: string) => unwrap(mainApi.POST('/api/undo_remove_markers', { body: { removal_id } })),
    onSettled: refresh,
  });

  async function takeOut(selection: Selection<PropertyRow>): Promise<void> {
    const markers = selection.chosen.map(({ marker_id }) => marker_id);
    const what = markers.length === 1 ? 'this property' : `these ${markers.length} properties`;
    const sure = await confirm({ sentence: `Are you sure you want to remove ${what}?`, confirm: 'Remove Property', cancel: 'Keep' });
    if (!sure) return;
    try {
      const { removed, removal_id } = await remove.mutateAsync(markers);
      setOut((before) => new Set([...before, ...markers]));
      selection.clear();
      const said = removed === 1 ? 'Property removed successfully!' : `${removed} properties removed successfully!`;
      if (removal_id === null) notice.alert('These properties were no longer in the project.');
      else notice.undo(said, () => undo.mutateAsync(removal_id), undoParcelsFor);
    } catch (reason) {
      notice.alert(`Error: ${sentenceOf(reason, 'the properties could not be removed.')}`);
    }
  }

  return { takeOut, isOut: ({ marker_id }) => out.has(marker_id) };
}
