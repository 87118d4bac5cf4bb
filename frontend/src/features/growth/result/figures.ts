import type { GrowthResult } from '../api/types';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export function km2(area: number): string {
  return `${whole.format(area)} km²`;
}

/** Urban area in a year, km²; the last one's after the end, the layers' before the beginning. */
export function urbanIn(
  { years, start_year, urban_km2_start }: Pick<GrowthResult, 'years' | 'start_year' | 'urban_km2_start'>,
  year: number,
): number {
  if (year <= start_year) return urban_km2_start;
  return (years.find((each) => each.year === year) ?? years.at(-1))?.urban_km2 ?? urban_km2_start;
}

/** A result's figures as they are read: how much is urban before and after, and what that is in percent. */
export function figuresOf(result: GrowthResult): readonly { readonly name: string; readonly value: string }[] {
  const last = result.years.at(-1);
  const start = result.urban_km2_start;
  return [
    { name: `Urban area ${result.start_year}`, value: km2(start) },
    ...(last
      ? [
          { name: `Urban area ${last.year}`, value: `${whole.format(last.urban_km2)} ± ${last.urban_km2_sd.toFixed(1)} km²` },
          { name: 'Growth', value: start > 0 ? `${((100 * (last.urban_km2 - start)) / start).toFixed(1)} %` : km2(last.urban_km2) },
        ]
      : []),
    { name: 'Area', value: km2(result.run.area_km2) },
    { name: 'Runs', value: whole.format(result.run.iterations) },
    { name: 'Simulation time', value: `${result.simulation_time.toFixed(1)} s` },
  ];
}
