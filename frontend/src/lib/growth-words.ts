/** What tells runs apart, as the service sends it. */
interface Run {
  readonly name: string | null;
  readonly layers: { readonly name: string; readonly start_year: number } | null;
  readonly horizon_years: number;
  readonly coefficients: Readonly<Record<'diffusion' | 'breed' | 'spread' | 'slope_resistance' | 'road_gravity', number>>;
  readonly coefficients_source: 'default' | 'given' | 'calibrated';
  readonly self_modification: boolean;
}

/** Describes the inputs of a run, to distinguish runs. */
export function areaName({ name, layers }: Pick<Run, 'name' | 'layers'>): string {
  return name ?? layers?.name ?? 'Selected area';
}

export function yearsOf({ layers, horizon_years }: Pick<Run, 'layers' | 'horizon_years'>): string {
  return layers ? `${layers.start_year} to ${layers.start_year + horizon_years}` : `${horizon_years} years`;
}

const sources = { default: 'Default, uncalibrated', given: 'Custom', calibrated: 'Calibrated' } as const;

/** Origin of the coefficients and self-modification: 'Custom; self-modifying'. */
export function coefficientsSource({
  coefficients_source,
  self_modification,
}: Pick<Run, 'coefficients_source' | 'self_modification'>): string {
  return `${sources[coefficients_source]}${self_modification ? '; self-modifying' : ''}`;
}

/** Like {@link coefficientsSource}, with custom values: 'Custom: 25, 40, 100, 40, 40'. */
export function coefficientsOf({
  coefficients: { diffusion, breed, spread, slope_resistance, road_gravity },
  coefficients_source: source,
  self_modification,
}: Pick<Run, 'coefficients' | 'coefficients_source' | 'self_modification'>): string {
  const set = source === 'default' ? '' : `: ${[diffusion, breed, spread, slope_resistance, road_gravity].join(', ')}`;
  return `${sources[source]}${set}${self_modification ? '; self-modifying' : ''}`;
}
