import { useQuery } from '@tanstack/react-query';
import type { Geometry } from 'geojson';
import type { components } from '../../../api/generated/parcel-lookup';
import { growthRunsQuery } from '../../../api/queries/growth';
import { dateTime } from '../../../lib/format';
import { areaName, coefficientsSource, yearsOf } from '../../../lib/growth-words';
import type { ParcelWithUnits } from '../api';
import { useShownSearch, useStanding } from '../criteria/results/use-standing';
import { boundsOf, type Bounds } from '../geometry';
import { useMapPage } from '../map-page';

export type GrowthRun = components['schemas']['GrowthRun'];

const none: readonly GrowthRun[] = [];

/** The firm's finished simulations, newest first. */
export function useFinishedRuns(enabled = true) {
  const all = useQuery({ ...growthRunsQuery('prediction'), enabled });
  return { runs: all.data?.filter(({ state }) => state === 'succeeded') ?? none, failed: all.isError, pending: all.isPending };
}

/**
 * The simulation that tells the growth around a parcel: that of the search in which the parcel is shown, so that both say the same; else the
 * one on the map, else the newest one of the place.
 */
export function useRunAround(parcel: ParcelWithUnits) {
  const { growthRun } = useMapPage();
  const { runs, failed, pending } = useFinishedRuns();
  const search = useShownSearch();
  const standing = useStanding(parcel.ll_uuid);
  const outline = parcel.geometry as unknown as Geometry | null;
  const land: Bounds = (outline && boundsOf(outline)) ?? [parcel.lon, parcel.lat, parcel.lon, parcel.lat];
  const named = (id: string | null | undefined) => runs.find(({ run_id }) => run_id === id);
  const run = named(standing?.run.growth_run_id) ?? named(growthRun) ?? runs.find((each) => covers(each, land));
  return { run: search.isLoading ? undefined : run, failed, pending: pending || search.isLoading };
}

/** The simulation for an area until one is chosen: the one on the map, else the newest that covers it, else the newest of a part of it. */
export function usualRun(runs: readonly GrowthRun[], onMap: string | undefined, area: Bounds | undefined): GrowthRun | undefined {
  return (
    runs.find(({ run_id }) => run_id === onMap) ??
    (area && (runs.find((each) => covers(each, area)) ?? runs.find((each) => meets(each, area))))
  );
}

/** What tells a run from others: 'Sample city region, 2026 to 2040 · Default, uncalibrated · Nov 27, 2026, 9:23 PM'. */
export function runWords(run: GrowthRun): string {
  const parts = [`${areaName(run)}, ${yearsOf(run)}`, coefficientsSource(run)];
  return [...parts, ...(run.finished_at === null ? [] : [dateTime(run.finished_at)])].join(' · ');
}

/** Whether a box is in a run's area. */
function covers({ bbox }: GrowthRun, [west, south, east, north]: Bounds) {
  return west >= bbox.west && east <= bbox.east && south >= bbox.south && north <= bbox.north;
}

/** Whether a part of a box is. */
function meets({ bbox }: GrowthRun, [west, south, east, north]: Bounds) {
  return west <= bbox.east && east >= bbox.west && south <= bbox.north && north >= bbox.south;
}
