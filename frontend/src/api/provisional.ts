/** Contract of the letters and the deals until the generated types have it. */
import type { components } from './generated/property-api';

export type Money = components['schemas']['Money'];
export type PriceBasis =
  'fixed' | 'per_acre' | 'per_sf_building' | 'per_sf_land' | 'pct_appraised' | 'pct_market' | 'pct_total' | 'spec_formula' | 'noi_over_cap';
export type RoundTo = 'nearest' | 'down' | 'up';
export interface PriceRule {
  basis: PriceBasis;
  factor?: number | null;
  floor?: Money | null;
  cap?: Money | null;
  step?: number;
  mode?: RoundTo;
}
export interface LetterBatch {
  project_id: string;
  property_ids: string[];
  price_rule?: PriceRule | null;
  prices?: Record<string, number>;
  terms?: Record<string, unknown>;
  accepted_defaults?: string[];
}
export interface LetterLack {
  term: string;
  reason: string;
  severity: 'block' | 'warn';
  text: string;
  sentence: string;
}
export type LetterStatus = 'draft' | 'approved' | 'sent' | 'opened' | 'countered' | 'signed' | 'declined' | 'expired';
export interface LetterPreviewRow {
  property_id: string;
  ll_uuid: string;
  parcel_number: string;
  address: string | null;
  city: string | null;
  owner_name: string | null;
  contact_name: string | null;
  acres: number | null;
  square_feet: number | null;
  appraised_value: Money | null;
  market_value: Money | null;
  total_value: Money | null;
  offer_value: Money | null;
  price: Money | null;
  limit: 'floor' | 'cap' | null;
  price_problem: { field: string | null; sentence: string } | null;
  earnest_money: number | null;
  deposit: number | null;
  lacks: LetterLack[];
  blocked: boolean;
  letters: { letter_id: string; number: string; status: LetterStatus }[];
}
export interface LetterPreview {
  rows: LetterPreviewRow[];
  totals: { letters: number; blocked: number; price: number };
  warnings: { field: string; sentence: string }[];
  approval: { needed: boolean; sentence: string | null };
}
export interface LettersStarted {
  job_id: string;
  letters: number;
  skipped: { property_id: string; sentence: string }[];
  first_number: string;
  last_number: string;
}
export interface LetterJob {
  job_id: string;
  project_id: string;
  state: 'running' | 'done' | 'failed';
  letters: number;
  made: number;
  failed: number;
  created_by_name: string;
  created_at: string;
  finished_at: string | null;
  print_ready: boolean;
  print_parts: number;
}
export interface LetterSummary {
  letter_id: string;
  number: string;
  letter_version: number;
  version: number;
  project_id: string;
  property_id: string;
  ll_uuid: string;
  parcel_number: string;
  address: string | null;
  city: string | null;
  owner_name: string | null;
  price: Money;
  status: LetterStatus;
  withdrawn_at: string | null;
  content_hash: string;
  job_id: string;
  pdf: string | null;
  pdf_state: 'waiting' | 'made' | 'failed';
  created_by_name: string;
  created_at: string;
  approved_by_name: string | null;
  approved_at: string | null;
  sent_at: string | null;
  expires_at: string | null;
  mail_status: 'queued' | 'sent' | 'failed' | 'unclear' | null;
}
export interface Letters {
  letters: LetterSummary[];
  next: string | null;
  totals: { count: number; price: number; by_status: { status: LetterStatus; count: number; price: number }[] };
}
export interface Letter extends LetterSummary {
  html: string;
  terms: Record<string, string>;
  report: LetterLack[];
  events: { at: string; kind: string; actor_name: string | null; note: string | null }[];
  transitions: { to: LetterStatus; refusals: string[] }[];
}
export interface RefusedLetter {
  letter_id: string;
  code: string;
  sentence: string;
}

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
  totals: { count: number; offer_value: number; by_stage: { stage_id: string; count: number; offer_value: number }[] };
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
  command_id: string;
}

interface Parameters<Q, P> {
  query?: Q;
  header?: never;
  path: P;
  cookie?: never;
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
  '/letter_jobs/preview': Post<Free<never>, LetterBatch, LetterPreview>;
  '/letter_jobs': Post<Free<never>, LetterBatch & { request_key: string; skip_blocked?: boolean }, LettersStarted>;
  '/letter_jobs/{job_id}': Get<Parameters<never, { job_id: string }>, LetterJob>;
  '/letters': Get<
    Free<{ project_id?: string; status?: LetterStatus; property_id?: string; job_id?: string; q?: string; after?: string; limit?: number }>,
    Letters
  >;
  '/letters/{letter_id}': Get<Parameters<never, { letter_id: string }>, Letter>;
  '/letters/approve': Post<
    Free<never>,
    { letters: { letter_id: string; content_hash: string }[] },
    { approved: string[]; refused: RefusedLetter[] }
  >;
  '/letters/send': Post<
    Free<never>,
    { letters: string[]; subject: string; body: string; copy_to_me: boolean; request_key: string },
    { queued: { letter_id: string; mail_id: string; to: string[] }[]; refused: RefusedLetter[] }
  >;
  '/letters/{letter_id}/status': Post<
    Parameters<never, { letter_id: string }>,
    { to: LetterStatus; version: number; note?: string; counter_price?: number | null },
    LetterSummary
  >;
  '/letters/{letter_id}/withdraw': Post<Parameters<never, { letter_id: string }>, { version: number; note?: string }, LetterSummary>;
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
