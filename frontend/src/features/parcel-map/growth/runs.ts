import { useQuery } from '@tanstack/react-query';
import type { Geometry } from 'geojson';
import type { components } from '../../../api/generated/parcel-lookup';
import { growthRunsQuery } from '../../../api/queries/growth';
import { dateTime } from '../../../lib/format';
import type { ParcelWithUnits } from '../api';
import { boundsOf, type Bounds } from '../geometry';
import { useMapPage } from '../map-page';

export type GrowthRun = components['schemas']['GrowthRun'];

const none: readonly GrowthRun[] = [];

/** The firm's finished simulations, newest first. */
export function useFinishedRuns() {
  const all = useQuery(growthRunsQuery('prediction'));
  return { runs: all.data?.filter(({ state }) => state === 'succeeded') ?? none, failed: all.isError, pending: all.isPending };
}

/** The simulation that tells the growth around a parcel: the one on the map, else the newest one of the place. */
export function useRunAround(parcel: ParcelWithUnits) {
  const { growthRun } = useMapPage();
  const { runs, failed, pending } = useFinishedRuns();
  const outline = parcel.geometry as unknown as Geometry | null;
  const land: Bounds = (outline && boundsOf(outline)) ?? [parcel.lon, parcel.lat, parcel.lon, parcel.lat];
  const run = runs.find(({ run_id }) => run_id === growthRun) ?? runs.find((each) => covers(each, land));
  return { run, failed, pending };
}

/** Name and date of a run. */
export function runWords({ name, layers, finished_at }: GrowthRun): string {
  return `${name ?? layers?.name ?? 'Simulation'}${finished_at ? `, ${dateTime(finished_at)}` : ''}`;
}

/** Whether a box is in a run's area. */
function covers({ bbox }: GrowthRun, [west, south, east, north]: Bounds) {
  return west >= bbox.west && east <= bbox.east && south >= bbox.south && north <= bbox.north;
}
