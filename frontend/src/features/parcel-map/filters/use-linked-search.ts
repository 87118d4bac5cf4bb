import { useQuery } from '@tanstack/react-query';
import type { MapRef } from '@vis.gl/react-maplibre';
import { useEffect, useRef, type RefObject } from 'react';
import { savedSearchesQuery } from '../../../api/queries/searches';
import { useNotice } from '../../../ui/dialogs';
import { showArea } from './show-area';

interface Options {
  readonly map: RefObject<MapRef | null>;
  readonly projectId: string;
  /** Identity of the search that a link is about. */
  readonly linked: string | undefined;
  /** Whether the map has its opening view. */
  readonly ready: boolean;
  /** Applies the filter, and opens the list of searches. */
  readonly onApply: (filter: string) => void;
}

/** Applies the saved search of a link to the map and shows its area, once for each link. What is new in it stays so until it is opened in the list. */
export function useLinkedSearch({ map, projectId, linked, ready, onApply }: Options): void {
  const { data, isError } = useQuery({ ...savedSearchesQuery(projectId), enabled: linked !== undefined });
  const notice = useNotice();
  const applied = useRef<string>(undefined);
  useEffect(() => {
    if (linked === undefined || linked === applied.current || !ready || (!data && !isError)) return;
    applied.current = linked;
    const search = data?.saved_searches.find(({ search_id }) => search_id === linked);
    if (!search) {
      notice.alert(data ? 'This saved search was deleted.' : 'The saved search could not be loaded.');
      return;
    }
    onApply(search.filter);
    const { area } = search;
    // The list takes its part of the map first.
    if (area) requestAnimationFrame(() => map.current && showArea(map.current, area));
  }, [linked, ready, data, isError, notice, onApply, map]);
}
