/** Contract of the deals until the generated types have it. */
import type { components } from './generated/property-api';

export type Money = components['schemas']['Money'];
export type DealFact = 'assigned_to' | 'next_step' | 'offer_value' | 'contact' | 'drop_reason';
export interface DealStage {
  stage_id: string;
  milestone: string | null;
  name: string;
  kind: 'open' | 'won' | 'lost';
  position: number;
  required_facts: DealFact[];
  stale_after_days: number | null;
  archived: boolean;
}
export interface Deal {
  project_id: string;
  property_id: string;
  ll_uuid: string;
  parcel_number: string;
  address: string | null;
  city: string | null;
  owner_name: string | null;
  acres: number | null;
  offer_value: Money | null;
  stage_id: string;
  stage_name: string;
  since: string;
  cause: string;
  stalled: boolean;
  assigned_to: string | null;
  assigned_to_name: string | null;
  next_step: string | null;
  next_step_on: string | null;
  drop_reason: string | null;
  version: number;
}
export interface Deals {
  deals: Deal[];
  next: string | null;
  totals: { count: number; offer_value: number | null; by_stage: { stage_id: string; count: number; offer_value: number | null }[] };
}
export interface DealChange {
  project_id: string;
  property_ids: string[];
  stage_id?: string;
  assigned_to?: string | null;
  next_step?: string | null;
  next_step_on?: string | null;
  drop_reason?: string | null;
}
export interface DealsChanged {
  changed: string[];
  refused: { property_id: string; missing: DealFact[]; sentence: string }[];
  command_id: string | null;
}

interface Free<Q> {
  query?: Q;
  header?: never;
  path?: never;
  cookie?: never;
}
interface Answer<A> {
  headers: Record<string, unknown>;
  content: { 'application/json': A };
}
interface Getting<P, A> {
  parameters: P;
  requestBody?: never;
  responses: { 200: Answer<A> };
}
interface Posting<P, B, A> {
  parameters: P;
  requestBody: { content: { 'application/json': B } };
  responses: { 200: Answer<A> };
}
interface Item {
  parameters: Free<never>;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
}
interface Get<P, A> extends Item {
  get: Getting<P, A>;
  put?: never;
  post?: never;
}
interface Post<P, B, A> extends Item {
  post: Posting<P, B, A>;
  get?: never;
  put?: never;
}

export interface ProvisionalPropertyPaths {
  '/deal_stages': Get<Free<{ project_id: string }>, { stages: DealStage[]; version: number }>;
  '/deals': Get<
    Free<{
      project_id: string;
      stage_id?: string;
      assigned_to?: string;
      stalled?: boolean;
      q?: string;
      after?: string;
      limit?: number;
      property_id?: string;
    }>,
    Deals
  >;
  '/deals/update': Post<Free<never>, DealChange, DealsChanged>;
  '/deals/undo': Post<Free<never>, { command_id: string }, { undone: string[]; left: { property_id: string; sentence: string }[] }>;
}
export interface ProvisionalMainPaths {
  '/api/people': Get<Free<never>, { people: { user_id: string; name: string }[] }>;
}
