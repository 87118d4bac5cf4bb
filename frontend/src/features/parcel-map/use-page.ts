import { useMemo } from 'react';
import type { MapPage } from './map-page';
import type { MapScreenState } from './use-map-screen';

/** What sections of the panel and views of the drawer may know and do. */
export function usePage(projectId: string, map: MapPage['map'], screen: MapScreenState): MapPage {
  const { state, drawer, openDrawer, inspecting, dispatch, colouring, setColouring, growthRun, setGrowthRun, tools } = screen;
  const { selectAdjoining } = tools;
  const { inspected, show } = inspecting;
  const llUuid = inspected?.kind === 'parcel' ? inspected.llUuid : undefined;
  const detailed = state.kind === 'details' ? state.marker.id : undefined;
  return useMemo(
    () => ({
      projectId,
      map,
      inspected: llUuid,
      detailed,
      inspect: (id: string) => {
        dispatch({ type: 'close' });
        show(id);
      },
      selectAdjoining,
      drawer,
      openDrawer,
      colouring,
      onColouring: setColouring,
      growthRun,
      onGrowthRun: setGrowthRun,
    }),
    [
      projectId,
      map,
      llUuid,
      detailed,
      show,
      dispatch,
      selectAdjoining,
      drawer,
      openDrawer,
      colouring,
      setColouring,
      growthRun,
      setGrowthRun,
    ],
  );
}
