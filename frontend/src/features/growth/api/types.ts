import type { components } from '../../../api/generated/parcel-lookup';

/** Request and response types of growth runs. */
export type GrowthRun = components['schemas']['GrowthRun'];
export type RunRequest = components['schemas']['GrowthRunRequest'];
export type Coefficients = components['schemas']['GivenCoefficients'];
/** The result of a prediction. */
export type GrowthResult = components['schemas']['PredictionResult'];
export type CalibrationResult = components['schemas']['CalibrationResult'];
export type ScoredSet = components['schemas']['ScoredSet'];
/** A parcel with the predicted growth around it. */
type GrownParcel = components['schemas']['GrownParcel'];
export type MapConfig = components['schemas']['MapConfig'];

/** A project's saved parcel with the predicted growth around it. */
export interface JoinedParcel extends GrownParcel {
  readonly address: string | null;
}

/** Whether the run is in a final state. */
export function hasEnded(run: Pick<GrowthRun, 'state'>): boolean {
  return run.state === 'succeeded' || run.state === 'failed' || run.state === 'cancelled';
}
