import type { GrowthRun } from '../api/types';

/** What a run was made on and with, in words, wherever runs are told apart. */
export function areaName({ name, layers }: Pick<GrowthRun, 'name' | 'layers'>): string {
  return name ?? layers?.name ?? 'Selected area';
}

export function yearsOf({ layers, horizon_years }: Pick<GrowthRun, 'layers' | 'horizon_years'>): string {
  return layers ? `${layers.start_year} to ${layers.start_year + horizon_years}` : `${horizon_years} years`;
}

const sources = { default: 'Default', given: 'Own', calibrated: 'Calibrated' } as const;

/** Where the coefficients come from, and which they are where that does not say it: 'Default', 'Own: 25, 40, 100, 40, 40'. */
export function coefficientsOf({ coefficients, coefficients_source }: Pick<GrowthRun, 'coefficients' | 'coefficients_source'>): string {
  const word = sources[coefficients_source];
  if (coefficients_source === 'default') return word;
  const { diffusion, breed, spread, slope_resistance, road_gravity } = coefficients;
  return `${word}: ${[diffusion, breed, spread, slope_resistance, road_gravity].join(', ')}`;
}
