import { MultiSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { allDealStagesQuery, dealTagsQuery } from '../../api/queries/deals';
import { peopleQuery } from '../../api/queries/people';
import type { PropertyFilter } from '../../api/queries/properties';
import { FilterChips } from '../../ui/filter-chips';
import { FilterMenu } from '../../ui/filter-menu';
import { QueryFailure } from '../../ui/query-panel';
import {
  filterCount,
  personChoices,
  stageChoices,
  stagesOf,
  tagChips,
  tagChoices,
  without,
  withStages,
  type Choice,
} from './properties-filter';

interface FilterProps {
  readonly projectId: string;
  readonly filter: PropertyFilter;
  readonly onChange: (filter: PropertyFilter) => void;
}

/** Filters a project's properties by the stages, people and tags of their deals. */
export function PropertiesFilterMenu(props: FilterProps) {
  return (
    <FilterMenu active={filterCount(props.filter)}>
      <Fields {...props} />
    </FilterMenu>
  );
}

/** The active filters; nothing without any. */
export function PropertiesFilterChips(props: FilterProps) {
  return filterCount(props.filter) > 0 && <Chips {...props} />;
}

/** What can be chosen: the project's stages, archived ones too, which may have deals, and the firm's people. */
function useChoices({ projectId, filter }: FilterProps) {
  const stages = useQuery(allDealStagesQuery(projectId));
  const people = useQuery(peopleQuery);
  return {
    stages: { query: stages, choices: stageChoices(stages.data?.stages ?? [], filter), chosen: stagesOf(filter) },
    people: { query: people, choices: personChoices(people.data ?? [], filter), chosen: filter.assigned_to ?? [] },
  };
}

function Fields(props: FilterProps) {
  const { filter, onChange } = props;
  const { stages, people } = useChoices(props);
  const tags = useQuery(dealTagsQuery);
  return (
    <Stack gap="sm">
      <QueryFailure query={stages.query} sentence="The stages could not be loaded." />
      <MultiSelect
        label="Stage"
        placeholder={stages.chosen.length > 0 ? '' : 'Any'}
        clearable
        data={stages.choices}
        value={stages.chosen}
        onChange={(values) => onChange(withStages(filter, values))}
        comboboxProps={{ withinPortal: false }}
        clearButtonProps={{ 'aria-label': 'Clear the stages' }}
      />
      <QueryFailure query={people.query} sentence="The people could not be loaded." />
      <MultiSelect
        label="Assigned to"
        placeholder={people.chosen.length > 0 ? '' : 'Anybody'}
        clearable
        searchable
        data={people.choices}
        value={people.chosen}
        onChange={(values) => onChange({ ...filter, assigned_to: values })}
        comboboxProps={{ withinPortal: false }}
        clearButtonProps={{ 'aria-label': 'Clear the people' }}
      />
      <QueryFailure query={tags} sentence="The tags could not be loaded." />
      <MultiSelect
        label="Tag"
        placeholder={filter.tags && filter.tags.length > 0 ? '' : 'Any'}
        clearable
        searchable
        data={tagChoices(tags.data?.tags ?? [], filter)}
        value={filter.tags ?? []}
        onChange={(values) => onChange({ ...filter, tags: values })}
        comboboxProps={{ withinPortal: false }}
        clearButtonProps={{ 'aria-label': 'Clear the tags' }}
      />
    </Stack>
  );
}

function Chips(props: FilterProps) {
  const { filter, onChange } = props;
  const { stages, people } = useChoices(props);
  const chosen = ({ choices, chosen }: { readonly choices: readonly Choice[]; readonly chosen: readonly string[] }) =>
    choices.filter(({ value }) => chosen.includes(value));
  return (
    <FilterChips
      chips={[...chosen(stages), ...chosen(people), ...tagChips(filter)]}
      onRemove={(value) => onChange(without(filter, value))}
    />
  );
}
