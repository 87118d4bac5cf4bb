import type { GrowthRun } from '../api/types';

/** What a run was made on and with, in words, wherever runs are told apart. */
export function areaName({ name, layers }: Pick<GrowthRun, 'name' | 'layers'>): string {
  return name ?? layers?.name ?? 'Selected area';
}

export function yearsOf({ layers, horizon_years }: Pick<GrowthRun, 'layers' | 'horizon_years'>): string {
  return layers ? `${layers.start_year} to ${layers.start_year + horizon_years}` : `${horizon_years} years`;
}

const sources = { default: 'Default, uncalibrated', given: 'Custom', calibrated: 'Calibrated' } as const;

/** Where the coefficients come from, and whether they stay: 'Custom; self-modifying'. */
export function coefficientsSource({
  coefficients_source,
  self_modification,
}: Pick<GrowthRun, 'coefficients_source' | 'self_modification'>): string {
  return `${sources[coefficients_source]}${self_modification ? '; self-modifying' : ''}`;
}

/** The same, and which they are where that does not say it: 'Custom: 25, 40, 100, 40, 40'. */
export function coefficientsOf({
  coefficients: { diffusion, breed, spread, slope_resistance, road_gravity },
  coefficients_source: source,
  self_modification,
}: Pick<GrowthRun, 'coefficients' | 'coefficients_source' | 'self_modification'>): string {
  const set = source === 'default' ? '' : `: ${[diffusion, breed, spread, slope_resistance, road_gravity].join(', ')}`;
  return `${sources[source]}${set}${self_modification ? '; self-modifying' : ''}`;
}
