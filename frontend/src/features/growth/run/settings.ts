import type { Area } from '../area/area';
import type { Coefficients, RunRequest } from '../api/types';

/** Settings of a prediction besides the area. */
export interface Settings {
  readonly horizonYears: number;
  readonly iterations: number;
  readonly seed: number | undefined;
  readonly selfModification: boolean;
  readonly coefficients: Coefficients;
  /** The finished calibration whose coefficients are used. */
  readonly calibrationId: string | undefined;
}

/** The server's defaults: chosen for US regions, not calibrated for the selected one. */
export const defaultCoefficients: Coefficients = { diffusion: 25, breed: 40, spread: 28, slope_resistance: 40, road_gravity: 40 };

export const defaultSettings: Settings = {
  horizonYears: 30,
  iterations: 40,
  seed: undefined,
  selfModification: false,
  coefficients: defaultCoefficients,
  calibrationId: undefined,
};

/** The five coefficients, 0..100, with descriptive names. */
export const coefficientNames: readonly { readonly key: keyof Coefficients; readonly label: string; readonly meaning: string }[] = [
  { key: 'diffusion', label: 'Diffusion', meaning: 'How often an isolated cell becomes urban.' },
  { key: 'breed', label: 'Breed', meaning: 'How likely such a cell becomes the center of a new town.' },
  { key: 'spread', label: 'Spread', meaning: 'How strongly existing towns grow at their edges.' },
  { key: 'slope_resistance', label: 'Slope resistance', meaning: 'How strongly steep land prevents growth.' },
  { key: 'road_gravity', label: 'Road gravity', meaning: 'How far roads attract growth.' },
];

/** Origin of the current coefficients. */
export function sourceOf({ coefficients, calibrationId }: Settings): 'calibrated' | 'default' | 'given' {
  if (calibrationId) return 'calibrated';
  return coefficientNames.every(({ key }) => coefficients[key] === defaultCoefficients[key]) ? 'default' : 'given';
}

/** The request of a prediction. Defaults are omitted, so that the run records their origin. */
export function predictionRequest(bbox: Area, settings: Settings): RunRequest {
  const source = sourceOf(settings);
  return {
    kind: 'prediction',
    bbox,
    horizon_years: settings.horizonYears,
    iterations: settings.iterations,
    self_modification: settings.selfModification,
    ...(settings.seed === undefined ? {} : { seed: settings.seed }),
    ...(source === 'calibrated' && settings.calibrationId ? { calibration_id: settings.calibrationId } : {}),
    ...(source === 'given' ? { coefficients: settings.coefficients } : {}),
  };
}
