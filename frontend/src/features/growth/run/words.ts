import type { GrowthRun } from '../api/types';

/** Describes the inputs of a run, to distinguish runs. */
export function areaName({ name, layers }: Pick<GrowthRun, 'name' | 'layers'>): string {
  return name ?? layers?.name ?? 'Selected area';
}

export function yearsOf({ layers, horizon_years }: Pick<GrowthRun, 'layers' | 'horizon_years'>): string {
  return layers ? `${layers.start_year} to ${layers.start_year + horizon_years}` : `${horizon_years} years`;
}

const sources = { default: 'Default, uncalibrated', given: 'Custom', calibrated: 'Calibrated' } as const;

/** Origin of the coefficients and self-modification: 'Custom; self-modifying'. */
export function coefficientsSource({
  coefficients_source,
  self_modification,
}: Pick<GrowthRun, 'coefficients_source' | 'self_modification'>): string {
  return `${sources[coefficients_source]}${self_modification ? '; self-modifying' : ''}`;
}

/** Like {@link coefficientsSource}, with custom values: 'Custom: 25, 40, 100, 40, 40'. */
export function coefficientsOf({
  coefficients: { diffusion, breed, spread, slope_resistance, road_gravity },
  coefficients_source: source,
  self_modification,
}: Pick<GrowthRun, 'coefficients' | 'coefficients_source' | 'self_modification'>): string {
  const set = source === 'default' ? '' : `: ${[diffusion, breed, spread, slope_resistance, road_gravity].join(', ')}`;
  return `${sources[source]}${set}${self_modification ? '; self-modifying' : ''}`;
}
