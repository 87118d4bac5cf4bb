import type { GrowthResult } from '../api/types';
import { km2 } from './figures';

/** A curve of the chart: a result and what it is called. */
export interface Curve {
  readonly name: string;
  readonly result: Pick<GrowthResult, 'years' | 'start_year' | 'urban_km2_start'>;
}

/** One year of the chart: of each curve the mean of the runs, and between which two figures nine tenths of them lie. */
export type Row = Readonly<Record<string, number | readonly [number, number]>>;

/** All years of all curves; each begins with its layers, of which every run makes the same. */
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

/** A curve's figures of a year in words, for those who hear the chart. */
export function spoken(row: Row, place: number): string {
  const [mean, band] = [row[`mean${place}`], row[`band${place}`]];
  if (mean === undefined || !Array.isArray(band)) return 'none';
  return `${km2(Number(mean))}; ${band.map((each: number) => km2(each)).join(' to ')}`;
}
