import type { components as main } from '../../../api/generated/main-api';
import type { components } from '../../../api/generated/parcel-lookup';

type Schemas = components['schemas'];
type Answer = main['schemas']['ProjectCriteriaResponse'];

/** What can be asked of a parcel. */
export type Fact = Schemas['Fact'];
/** The value of a fact. */
export type FactValue = Schemas['FactValue'];
/** How a gate treats a parcel whose fact is unknown: it passes, fails, or comes on a list of its own. */
export type UnknownRule = Schemas['WhenUnknown'];
/** From a fact to 0..1. */
export type Curve = Schemas['Curve'];

// Members with a default are optional in requests. Answers have them all, and so has what is edited.

/** What a parcel must fulfil: a range, one of several classes, or a flag. */
export type Gate = Schemas['Gate'] & { unknown: UnknownRule };
/** The place that a site is kept out of, or within. */
export type GateArea = Schemas['GateArea'];
/** What makes a parcel better, with its weight. */
export type Wish = Schemas['Wish'] & { neutral: number };
export interface Criteria {
  version: number;
  gates: Gate[];
  wishes: Wish[];
}

export type ProjectCriteria = Omit<Answer, 'criteria' | 'presets'> & {
  criteria: Criteria;
  presets: { category: string; criteria: Criteria }[];
};

export type SearchRun = Omit<Schemas['SearchRun'], 'criteria'> & { criteria: Criteria };
/** A layer that is being loaded for the area of a run. */
export type LayerLoading = Schemas['LayerLoading'];
export type ResultList = Schemas['SearchList'];
export type SearchResult = Schemas['SearchResult'];
/** Why a parcel is where it is in a run, or where a site would be. */
export type Explanation = Schemas['SearchExplanation'];
/** What the bars, requirements and words of 'why' are of: a parcel, or a site of several. */
export type JudgedResult = Pick<
  SearchResult,
  'reasons' | 'gates' | 'changes' | 'certainty' | 'score_low' | 'score_high' | 'rank_best' | 'rank_worst'
>;
export type Reason = Schemas['SearchReason'];
export type GateResult = Schemas['SearchGateResult'];
export type Comparison = Schemas['SearchComparison'];
export type Move = Schemas['SearchMove'];
