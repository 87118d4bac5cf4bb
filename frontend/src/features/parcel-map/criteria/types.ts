/** Criteria of a search, as the project stores them and a search run keeps them. */

/** How a gate treats a parcel whose fact is unknown: it passes, fails, or comes on a list of its own. */
export type UnknownRule = 'pass' | 'fail' | 'list';

export type Fact =
  | 'acres'
  | 'building_sqft'
  | 'use_class'
  | 'is_improved'
  | 'zoning'
  | 'in_flood_zone'
  | 'year_built'
  | 'total_value'
  | 'value_per_acre'
  | 'land_value_per_acre'
  | 'years_held'
  | 'owner_kind'
  | 'is_absentee'
  | 'owner_parcels'
  | 'adjoining_owner_acres'
  | 'highway_m'
  | 'rail_m'
  | 'slope_percent'
  | 'growth_chance';

/** What a parcel must fulfil: a range, one of several classes, or a flag. */
export interface Gate {
  readonly fact: Fact;
  readonly min?: number | null;
  readonly max?: number | null;
  readonly any_of?: readonly string[] | null;
  readonly is?: boolean | null;
  readonly unknown: UnknownRule;
}

/** From a fact to 0..1. */
export type Curve =
  | { readonly kind: 'ramp'; readonly zero: number; readonly one: number }
  | { readonly kind: 'log_ramp'; readonly zero: number; readonly one: number }
  | { readonly kind: 'trapezoid'; readonly a: number; readonly b: number; readonly c: number; readonly d: number }
  | { readonly kind: 'steps'; readonly at: readonly number[]; readonly values: readonly number[] }
  | { readonly kind: 'half_life'; readonly h: number }
  | { readonly kind: 'classes'; readonly values: Readonly<Record<string, number>> }
  | { readonly kind: 'flag'; readonly yes: number; readonly no: number };

/** What makes a parcel better, with its weight. */
export interface Wish {
  readonly fact: Fact;
  readonly weight: number;
  readonly curve: Curve;
  /** The value of a parcel whose fact is unknown, 0..1. */
  readonly neutral: number;
}

export interface Criteria {
  readonly version: number;
  readonly gates: readonly Gate[];
  readonly wishes: readonly Wish[];
}

export interface ProjectCriteria {
  readonly project_id: string;
  readonly criteria: Criteria;
  /** Nobody has saved criteria yet: they are made from the project's fields and the preset of its category. */
  readonly is_preset: boolean;
  readonly preset_of: string | null;
  readonly updated_at: string | null;
  readonly updated_by: string | null;
  readonly version: number | null;
  readonly presets: readonly { readonly category: string; readonly criteria: Criteria }[];
}

export type RunState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

export interface SearchRun {
  readonly run_id: string;
  readonly project_id: string;
  readonly name: string | null;
  readonly state: RunState;
  readonly judged: number;
  readonly total: number | null;
  readonly error: string | null;
  readonly criteria: Criteria;
  readonly criteria_hash: string;
  readonly method_version: string;
  readonly data: readonly {
    readonly county_fips: string;
    readonly batch_id: string;
    readonly source: string;
    readonly source_date: string | null;
    readonly parcels: number;
  }[];
  readonly missing_layers: readonly { readonly fact: string; readonly reason: string }[];
  readonly counts: {
    readonly judged: number;
    readonly fit: number;
    readonly listed_unknown: number;
    readonly low_certainty: number;
    readonly failed: number;
    readonly discarded: number;
    readonly in_project: number;
  } | null;
  readonly gates: readonly GateCount[];
  readonly explanation: string | null;
  readonly created_at: string;
  readonly created_by: string | null;
  readonly finished_at: string | null;
}

export interface GateCount {
  readonly index: number;
  readonly fails: number;
  readonly fails_alone: number;
  readonly unknown: number;
  readonly near_miss: number;
}

export type ResultList = 'ranked' | 'unknown' | 'uncertain';

export interface Reason {
  readonly kind: 'wish';
  readonly fact: string;
  readonly weight: number;
  readonly value: number | string | boolean | null;
  readonly unit: string | null;
  /** 0 to 1; null of an unknown fact. */
  readonly v: number | null;
  readonly points: number;
  readonly known: boolean;
  readonly source: string | null;
}

export interface SearchResult {
  readonly rank: number | null;
  readonly ll_uuid: string;
  readonly parcelnumb: string;
  readonly address: string | null;
  readonly scity: string | null;
  readonly owner: string | null;
  readonly acres: number | null;
  readonly lon: number;
  readonly lat: number;
  readonly score: number;
  readonly score_low: number;
  readonly score_high: number;
  readonly certainty: number;
  readonly rank_best: number | null;
  readonly rank_worst: number | null;
  readonly reasons: readonly Reason[];
  readonly gates: readonly {
    readonly fact: string;
    readonly outcome: 'pass' | 'fail' | 'unknown';
    readonly value: number | string | boolean | null;
  }[];
  readonly changes: readonly {
    readonly fact: string;
    readonly needed: number | string | boolean | null;
    readonly rank: number | null;
    readonly sentence: string;
  }[];
  readonly in_project: boolean;
}

export interface Move {
  readonly ll_uuid: string;
  readonly address: string | null;
  readonly rank_before: number | null;
  readonly rank_after: number | null;
  readonly by_criteria: number | null;
  readonly by_data: number | null;
}
