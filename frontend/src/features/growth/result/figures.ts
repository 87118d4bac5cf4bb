import type { GrowthResult } from '../api/types';
import { coefficientNames } from '../run/settings';
import { coefficientsSource } from '../../../lib/growth-words';

/** A figure with its label. */
interface Figure {
  readonly name: string;
  readonly value: string;
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export function km2(area: number): string {
  return `${whole.format(area)} km²`;
}

/** Urban area in a year, km²; the last value after the end, the layers' before the start. */
export function urbanIn(
  { years, start_year, urban_km2_start }: Pick<GrowthResult, 'years' | 'start_year' | 'urban_km2_start'>,
  year: number,
): number {
  if (year <= start_year) return urban_km2_start;
  return (years.find((each) => each.year === year) ?? years.at(-1))?.urban_km2 ?? urban_km2_start;
}

/** A result's figures in display order: urban area before and after, growth in percent, and random variation. */
export function figuresOf(result: GrowthResult): readonly Figure[] {
  const last = result.years.at(-1);
  const start = result.urban_km2_start;
  const yearly = result.growth_percent_a_year;
  return [
    { name: `Urban area ${result.start_year}`, value: km2(start) },
    ...(last
      ? [
          { name: `Urban area ${last.year}`, value: km2(last.urban_km2) },
          { name: 'Growth', value: start > 0 ? `${((100 * (last.urban_km2 - start)) / start).toFixed(1)} %` : km2(last.urban_km2) },
          ...(yearly === null ? [] : [{ name: 'Growth a year', value: `${yearly.toFixed(2)} %` }]),
          { name: 'Spread between runs', value: `± ${last.urban_km2_sd.toFixed(1)} km²` },
        ]
      : []),
    { name: 'Area', value: km2(result.run.area_km2) },
    { name: 'Runs', value: whole.format(result.run.iterations) },
    { name: 'Simulation time', value: `${result.simulation_time.toFixed(1)} s` },
  ];
}

/** Inputs of a result: cell size, dates of the layers, coefficients in the order of their names. */
export function makingOf({ run: { layers, ...run } }: Pick<GrowthResult, 'run'>): readonly Figure[] {
  return [
    ...(layers
      ? [
          { name: 'Cell size', value: `${whole.format(layers.cell_metres)} m` },
          { name: 'Urban layers', value: layers.urban_years.join(', ') },
          { name: 'Road layers', value: layers.road_years.join(', ') || 'None' },
        ]
      : []),
    ...coefficientNames.map(({ key, label }) => ({ name: label, value: String(run.coefficients[key]) })),
    { name: 'Coefficients', value: coefficientsSource(run) },
  ];
}
