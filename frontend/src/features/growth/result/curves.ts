import type { GrowthResult } from '../api/types';
import { km2 } from './figures';

/** A curve of the chart: a result and its name. */
export interface Curve {
  readonly name: string;
  readonly result: Pick<GrowthResult, 'years' | 'start_year' | 'urban_km2_start'>;
}

/** One year of the chart: for each curve the mean of the runs, and the interval of nine tenths of them. */
export type Row = Readonly<Record<string, number | readonly [number, number]>>;

/** All years of all curves; each starts with its layers' year, which is the same in every run. */
export function rowsOf(curves: readonly Curve[]): Row[] {
  const rows = new Map<number, Record<string, number | readonly [number, number]>>();
  curves.forEach(({ result: { years, start_year, urban_km2_start } }, place) => {
    const start = { year: start_year, urban_km2: urban_km2_start, urban_km2_low: urban_km2_start, urban_km2_high: urban_km2_start };
    for (const { year, urban_km2, urban_km2_low, urban_km2_high } of [start, ...years]) {
      const row = rows.get(year) ?? { year };
      row[`mean${place}`] = urban_km2;
      row[`band${place}`] = [urban_km2_low, urban_km2_high];
      rows.set(year, row);
    }
  });
  return [...rows.values()].sort((one, other) => Number(one['year']) - Number(other['year']));
}

/** A curve's figures of a year as text, for screen readers. */
export function spoken(row: Row, place: number): string {
  const [mean, band] = [row[`mean${place}`], row[`band${place}`]];
  if (mean === undefined || !Array.isArray(band)) return 'none';
  return `${km2(Number(mean))}; ${band.map((each: number) => km2(each)).join(' to ')}`;
}
