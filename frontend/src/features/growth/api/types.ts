import type { components } from '../../../api/generated/parcel-lookup';

/** What the calls of growth runs take and answer. */
export type GrowthRun = components['schemas']['GrowthRun'];
export type RunRequest = components['schemas']['GrowthRunRequest'];
export type Coefficients = components['schemas']['GivenCoefficients'];
/** The result of a prediction. */
export type GrowthResult = components['schemas']['PredictionResult'];
export type CalibrationResult = components['schemas']['CalibrationResult'];
export type ScoredSet = components['schemas']['ScoredSet'];
/** A parcel and what the simulation says of its surroundings. */
type GrownParcel = components['schemas']['GrownParcel'];
export type MapConfig = components['schemas']['MapConfig'];

/** A project's saved parcel with what the simulation says of it. */
export interface JoinedParcel extends GrownParcel {
  readonly address: string | null;
}

/** Whether nothing follows. */
export function hasEnded(run: Pick<GrowthRun, 'state'>): boolean {
  return run.state === 'succeeded' || run.state === 'failed' || run.state === 'cancelled';
}
