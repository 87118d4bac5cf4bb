import type { components } from '../../api/generated/property-api';
import type { PropertyFilter } from '../../api/queries/properties';

type Milestone = NonNullable<PropertyFilter['milestones']>[number];
type Stage = Pick<components['schemas']['DealStage'], 'milestone' | 'name' | 'position'>;

interface Person {
  readonly user_id: string;
  readonly name: string;
}

/** A choice of a menu, and a chip. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** What the stages are called unless the firm calls them otherwise. */
const milestoneNames: Readonly<Record<Milestone, string>> = {
  found: 'Found',
  contacted: 'Contacted',
  loi_out: 'LOI out',
  countered: 'Countered',
  under_contract: 'Under contract',
  dropped: 'Dropped',
};

const nobody: Choice = { value: 'none', label: 'Unassigned' };

/** Before the name of a stage that the firm added; milestones have no colon. */
const added = 'name:';
const isMilestone = (value: string): value is Milestone => value in milestoneNames;

/** The filter's stages as values of the menu. */
export const stagesOf = ({ milestones = [], stage_names = [] }: PropertyFilter): string[] => [
  ...milestones,
  ...stage_names.map((name) => added + name),
];

/** The filter with these values of the menu instead of its stages. */
export const withStages = (filter: PropertyFilter, values: readonly string[]): PropertyFilter => ({
  ...filter,
  milestones: values.filter(isMilestone),
  stage_names: values.filter((value) => value.startsWith(added)).map((value) => value.slice(added.length)),
});

/** Before a tag among the values of chips; people's ids and stages do not begin so. */
const tagged = 'tag:';

/** The filter without a stage, person or tag. */
export const without = (filter: PropertyFilter, value: string): PropertyFilter => ({
  ...withStages(
    filter,
    stagesOf(filter).filter((each) => each !== value),
  ),
  assigned_to: filter.assigned_to?.filter((each) => each !== value) ?? [],
  tags: filter.tags?.filter((each) => tagged + each !== value) ?? [],
});

/** The stages of the project in their order, then those of the filter that it does not have. */
export function stageChoices(stages: readonly Stage[], filter: PropertyFilter): readonly Choice[] {
  const own = stages
    .toSorted((a, b) => a.position - b.position)
    .map(({ milestone, name }) => ({ value: milestone ?? added + name, label: name }));
  const others = stagesOf(filter).map((value) => ({
    value,
    label: isMilestone(value) ? milestoneNames[value] : value.slice(added.length),
  }));
  return withoutRepeats([...own, ...others]);
}

/** Nobody, the people of the firm, and those of the filter who are no longer there. */
export function personChoices(people: readonly Person[], { assigned_to = [] }: PropertyFilter): readonly Choice[] {
  const own = people.map(({ user_id, name }) => ({ value: user_id, label: name }));
  return withoutRepeats([nobody, ...own, ...assigned_to.map((value) => ({ value, label: 'A former colleague' }))]);
}

/** The tags of the firm's deals, and those of the filter that no deal has any more. */
export const tagChoices = (known: readonly string[], { tags = [] }: PropertyFilter): string[] => [...new Set([...known, ...tags])];

/** The filter's tags as chips. */
export const tagChips = ({ tags = [] }: PropertyFilter): readonly Choice[] =>
  tags.map((tag) => ({ value: tagged + tag, label: `Tag ${tag}` }));

function withoutRepeats(choices: readonly Choice[]): readonly Choice[] {
  const first = new Map<string, Choice>();
  for (const choice of choices) if (!first.has(choice.value)) first.set(choice.value, choice);
  return [...first.values()];
}

/** Number of active filters besides the search. */
export const filterCount = (filter: PropertyFilter): number =>
  stagesOf(filter).length + (filter.assigned_to?.length ?? 0) + (filter.tags?.length ?? 0);
