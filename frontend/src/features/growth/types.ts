import type { components } from '../../api/generated/parcel-lookup';

/** What the calls of growth runs take and answer. */
export type GrowthRun = components['schemas']['GrowthRun'];
export type RunRequest = components['schemas']['GrowthRunRequest'];
export type RunKind = GrowthRun['kind'];
export type Coefficients = components['schemas']['GivenCoefficients'];
export type MapConfig = components['schemas']['MapConfig'];

/** A year of a prediction: urban area over all iterations, km². */
export interface GrowthYear {
  readonly year: number;
  readonly urban_km2: number;
  readonly urban_km2_sd: number;
  readonly urban_km2_low: number;
  readonly urban_km2_high: number;
  readonly growth_km2: number;
}

/** The result of a prediction. */
export interface GrowthResult {
  readonly run: GrowthRun;
  readonly message: string;
  readonly simulation_time: number;
  readonly start_year: number;
  readonly stop_year: number;
  readonly legend: readonly { readonly label: string; readonly colour: string }[];
  readonly bounds: { readonly west: number; readonly south: number; readonly east: number; readonly north: number };
  readonly picture: string;
  readonly overlay: string;
  readonly downloads: { readonly png: string; readonly geotiff: string; readonly csv: string };
  readonly years: readonly GrowthYear[];
}

/** How well a set of coefficients grew the first urban layer into the later ones. */
export interface CalibrationScore {
  readonly coefficients: Coefficients;
  readonly osm: number;
  readonly lee_sallee: number;
  readonly compare: number;
  readonly product: number;
}

/** The result of a calibration. */
export interface CalibrationResult {
  readonly run: GrowthRun;
  readonly best: CalibrationScore;
  readonly top: readonly CalibrationScore[];
  readonly stages: readonly { readonly stage: string; readonly sets: number; readonly best_osm: number }[];
  readonly years: readonly number[];
}

/** A saved parcel and what the simulation says of its surroundings. */
export interface ParcelChance {
  readonly parcel_number: string;
  readonly lon: number;
  readonly lat: number;
  readonly inside: boolean;
  readonly urban_now: boolean | null;
  readonly chance_percent: number | null;
  readonly likely_decade: string | null;
  readonly surrounded_percent_now: number | null;
}

/** Whether nothing follows. */
export function hasEnded(run: Pick<GrowthRun, 'state'>): boolean {
  return run.state === 'succeeded' || run.state === 'failed' || run.state === 'cancelled';
}
