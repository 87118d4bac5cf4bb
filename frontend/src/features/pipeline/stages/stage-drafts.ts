/** Stages while they are edited. */
import type { components } from '../../../api/generated/property-api';
import type { DealStage } from '../api';

type Schemas = components['schemas'];
export type Fact = Schemas['Fact'];
export type StageKind = Schemas['StageKind'];

export interface StageDraft {
  /** Of the row: the stage's id, or one of this dialog. */
  readonly key: string;
  /** Undefined for a new stage. */
  readonly stage_id: string | undefined;
  readonly milestone: DealStage['milestone'];
  readonly name: string;
  readonly kind: StageKind;
  readonly required_facts: readonly Fact[];
  readonly stale_after_days: number | null;
  readonly archived: boolean;
}

export const draftsOf = (stages: readonly DealStage[]): StageDraft[] =>
  stages
    .toSorted((a, b) => a.position - b.position)
    .map(({ stage_id, milestone, name, kind, required_facts, stale_after_days, archived }) => ({
      key: stage_id,
      stage_id,
      milestone,
      name,
      kind,
      required_facts,
      stale_after_days,
      archived,
    }));

export const newStage = (key: string): StageDraft => ({
  key,
  stage_id: undefined,
  milestone: null,
  name: '',
  kind: 'open',
  required_facts: [],
  stale_after_days: null,
  archived: false,
});

/** The list with one stage a place up (-1) or down (1); the same list at its ends. */
export function withMoved(drafts: readonly StageDraft[], key: string, step: -1 | 1): readonly StageDraft[] {
  const from = drafts.findIndex((draft) => draft.key === key);
  const to = from + step;
  const [draft, other] = [drafts[from], drafts[to]];
  if (!draft || !other) return drafts;
  return drafts.with(from, other).with(to, draft);
}

/** Only open stages become stale. */
export const withKind = (draft: StageDraft, kind: StageKind): StageDraft => ({
  ...draft,
  kind,
  stale_after_days: kind === 'open' ? draft.stale_after_days : null,
});

/** In the form of the request. */
export const inputsOf = (drafts: readonly StageDraft[]): Schemas['DealStageInput'][] =>
  drafts.map(({ stage_id, name, kind, required_facts, stale_after_days, archived }) => ({
    ...(stage_id !== undefined && { stage_id }),
    name: name.trim(),
    kind,
    required_facts: [...required_facts],
    stale_after_days,
    archived,
  }));

/** Stages that would be removed. */
export const removedOf = (before: readonly DealStage[], drafts: readonly StageDraft[]): DealStage[] =>
  before.filter(({ stage_id }) => !drafts.some((draft) => draft.stage_id === stage_id));

/** The stages to which deals of removed ones can move: those that stay and take deals. */
export const targetsOf = (drafts: readonly StageDraft[]): { value: string; label: string }[] =>
  drafts.flatMap(({ stage_id, name, archived }) => (stage_id !== undefined && !archived ? [{ value: stage_id, label: name }] : []));

/** The server's messages `stages.0.name` by the row's key instead of its place. */
export function faultsOf(fields: Readonly<Record<string, string>>, sent: readonly StageDraft[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, sentence]) => {
      const [, place, name] = /^stages\.(\d+)\.(\w+)$/.exec(field) ?? [];
      return [place === undefined ? field : `${sent[Number(place)]?.key ?? place}.${name ?? ''}`, sentence];
    }),
  );
}

export const kinds: { value: StageKind; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'won', label: 'Won' },
  { value: 'lost', label: 'Lost' },
];

export const facts: { value: Fact; label: string }[] = [
  { value: 'assigned_to', label: 'An assigned person' },
  { value: 'next_step', label: 'A next step' },
  { value: 'offer_value', label: 'An offer value' },
  { value: 'contact', label: 'A contact' },
  { value: 'drop_reason', label: 'A reason' },
];

/** When deals come to a stage by themselves. */
export const milestoneWords: Readonly<Record<NonNullable<DealStage['milestone']>, string | undefined>> = {
  found: undefined,
  contacted: 'Deals come here when a message to their owner is sent.',
  loi_out: 'Deals come here when their letter is sent.',
  countered: 'Deals come here when the seller answers their letter with a price.',
  under_contract: 'Deals come here when their letter is signed.',
  dropped: undefined,
};
