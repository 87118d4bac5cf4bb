import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../api/generated/parcel-lookup';
import { growthRunsQuery } from '../../../api/queries/growth';
import { dateTime } from '../../../lib/format';
import type { Bounds } from '../geometry';

export type GrowthRun = components['schemas']['GrowthRun'];

const none: readonly GrowthRun[] = [];

/** The firm's finished simulations, newest first. */
export function useFinishedRuns() {
  const all = useQuery(growthRunsQuery('prediction'));
  return { runs: all.data?.filter(({ state }) => state === 'succeeded') ?? none, failed: all.isError, pending: all.isPending };
}

/** Name and date of a run. */
export function runWords({ name, layers, finished_at }: GrowthRun): string {
  return `${name ?? layers?.name ?? 'Simulation'}${finished_at ? `, ${dateTime(finished_at)}` : ''}`;
}

/** Whether a box is in a run's area. */
export function covers({ bbox }: GrowthRun, [west, south, east, north]: Bounds) {
  return west >= bbox.west && east <= bbox.east && south >= bbox.south && north <= bbox.north;
}
