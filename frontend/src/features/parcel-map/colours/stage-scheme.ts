import { byIdentity, unknown, type Scheme } from './scheme';

/** From light to dark, for as many as eight stages; told apart without red and green. */
const stageRamp = ['#fde725', '#a0da39', '#4ac16d', '#1fa187', '#277f8e', '#365c8d', '#46327e', '#440154'] as const;

/** A stage of a project's deals, with its parcels. */
export interface StageParcels {
  readonly name: string;
  readonly kind: 'open' | 'won' | 'lost';
  readonly ll_uuids: readonly string[];
}

export const stageLabel = 'Stage';
const wonColour = '#e4572e';
const lostColour = '#5d5f66';

/** The scheme of a project's stages, in their order: open ones from light to dark. */
export function stageScheme(stages: readonly StageParcels[]): Scheme {
  const open = stages.filter(({ kind }) => kind === 'open');
  const classes = stages.map((stage) => ({ label: stage.name, colour: stageColour(stage, open), ids: stage.ll_uuids }));
  const colours = new Map(classes.flatMap(({ ids, colour }) => ids.map((id) => [id, colour])));
  return {
    label: stageLabel,
    classes: [...classes.map(({ label, colour }) => ({ label, colour })), { label: 'No stage', colour: unknown.colour }],
    colourOf: ({ ll_uuid }) => colours.get(ll_uuid ?? '') ?? unknown.colour,
    expression: byIdentity(classes),
  };
}

function stageColour(stage: StageParcels, open: readonly StageParcels[]): string {
  if (stage.kind !== 'open') return stage.kind === 'won' ? wonColour : lostColour;
  const last = Math.max(open.length - 1, 1);
  return stageRamp[Math.round((open.indexOf(stage) / last) * (stageRamp.length - 1))] ?? unknown.colour;
}
