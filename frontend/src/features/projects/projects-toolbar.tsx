import { Button, Group, Indicator, Popover, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { components } from '../../api/generated/main-api';
import { peopleQuery } from '../../api/queries/people';
import { projectFiltersQuery } from '../../api/queries/projects';
import { ColumnsMenu } from '../../ui/columns-menu';
import { Count } from '../../ui/count';
import { PopoverPanel } from '../../ui/popover-panel';
import { QueryFailure } from '../../ui/query-panel';
import { filterCount, moreFields, totalsWords, type ProjectsView } from './projects-view';
import { statusView } from './status';

interface FiltersProps {
  readonly view: ProjectsView;
  readonly onChange: (view: ProjectsView) => void;
}

interface ProjectsToolbarProps extends FiltersProps {
  /** Number of matching projects; null if too many to count, undefined if unknown. */
  readonly total: number | null | undefined;
  /** Figures of all that match; undefined if unknown. */
  readonly totals: components['schemas']['ProjectTotals'] | null | undefined;
  /** The menu of saved views. */
  readonly views: ReactNode;
  /** Further buttons. */
  readonly children: ReactNode;
}

const orders = [
  { value: '-created', label: 'Newest first' },
  { value: 'created', label: 'Oldest first' },
  { value: 'name', label: 'Name' },
  { value: '-name', label: 'Name, Z first' },
  { value: '-progress', label: 'Most progress first' },
  { value: 'progress', label: 'Least progress first' },
] as const;

/** The search box, the 'Filters' button, the saved views, the fields, and number and totals of the projects. */
export function ProjectsToolbar({ view, onChange, total, totals, views, children }: ProjectsToolbarProps) {
  const active = filterCount(view);
  return (
    <Group mb="md" gap="md">
      <Group flex="1 1 320px" maw={540} gap="sm" wrap="nowrap">
        <TextInput
          flex={1}
          type="search"
          aria-label="Search projects"
          placeholder="Search projects"
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={view.filter.q ?? ''}
          onChange={(event) => onChange({ ...view, filter: { ...view.filter, q: event.currentTarget.value } })}
        />
        <Popover width={300} position="bottom-end" shadow="md" closeOnEscape={false} trapFocus returnFocus>
          <Indicator disabled={active === 0} label={active} size={18} color="ink">
            <Popover.Target>
              <Button variant="default" leftSection={<IconFilter size={18} stroke={1.5} aria-hidden />}>
                Filters
              </Button>
            </Popover.Target>
          </Indicator>
          <PopoverPanel aria-label="Filters">
            <Filters view={view} onChange={onChange} />
          </PopoverPanel>
        </Popover>
      </Group>
      {views}
      <ColumnsMenu name="Fields" offered={moreFields} shown={view.columns} onChange={(columns) => onChange({ ...view, columns })} />
      {children}
      {total !== undefined && <Count of={total} one="project" many="projects" />}
      {totals && (
        <Text size="sm" c="dimmed" className="tabular">
          {totalsWords(totals)}
        </Text>
      )}
    </Group>
  );
}

function Filters({ view, onChange }: FiltersProps) {
  const filter = view.filter;
  const set = (more: ProjectsView['filter']): void => onChange({ ...view, filter: { ...filter, ...more } });
  const offered = useQuery(projectFiltersQuery);
  const people = useQuery(peopleQuery).data ?? [];
  const { statuses, categories, states, tags } = offered.data ?? { statuses: [], categories: [], states: [], tags: [] };
  return (
    <Stack gap="sm">
      <QueryFailure query={offered} sentence="The filters could not be loaded." />
      <Choice
        label="Status"
        options={statuses.map((status) => ({ value: status, label: statusView(status).label }))}
        value={filter.status ?? null}
        onChange={(status) => set({ status })}
      />
      <Choice
        label="Type"
        options={categories.map((category) => ({ value: category, label: category }))}
        value={filter.category ?? null}
        onChange={(category) => set({ category })}
      />
      <Choice
        label="State"
        options={states.map(({ statefp, name }) => ({ value: statefp, label: name }))}
        value={filter.state ?? null}
        onChange={(state) => set({ state })}
      />
      <Choice
        label="Tag"
        options={tags.map((tag) => ({ value: tag, label: tag }))}
        value={filter.tag ?? null}
        onChange={(tag) => set({ tag })}
      />
      <Choice
        label="Assigned to"
        options={[{ value: 'none', label: 'Nobody' }, ...people.map(({ user_id, name }) => ({ value: user_id, label: name }))]}
        value={filter.assigned_to ?? null}
        onChange={(assigned_to) => set({ assigned_to })}
      />
      <Select
        label="Order"
        allowDeselect={false}
        data={orders}
        value={view.sort}
        onChange={(sort) => onChange({ ...view, sort: sort ?? '-created' })}
        comboboxProps={{ withinPortal: false }}
      />
      <Button
        variant="subtle"
        color="ink"
        disabled={filterCount(view) === 0}
        onClick={() => set({ status: null, category: null, state: null, tag: null, assigned_to: null })}
      >
        Clear filters
      </Button>
    </Stack>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

interface ChoiceProps {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

function Choice({ label, options, value, onChange }: ChoiceProps) {
  // The last project with the chosen value may have been deleted.
  const missing = value !== null && options.every((option) => option.value !== value);
  return (
    <Select
      label={label}
      placeholder="Any"
      clearable
      data={missing ? [...options, { value, label: value }] : [...options]}
      value={value}
      onChange={onChange}
      comboboxProps={{ withinPortal: false }}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
    />
  );
}
