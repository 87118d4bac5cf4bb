import { Button, Group, Indicator, Popover, Select, Stack, TextInput } from '@mantine/core';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { noFilters, projectFiltersQuery, type ProjectFilters } from '../../api/queries/projects';
import { Count } from '../../ui/count';
import { QueryFailure } from '../../ui/query-panel';
import { statusView } from './status';

interface FiltersProps {
  readonly filters: ProjectFilters;
  readonly onFilters: (filters: ProjectFilters) => void;
}

interface ProjectsToolbarProps extends FiltersProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** Number of matching projects; null if too many to count, undefined if unknown. */
  readonly total: number | null | undefined;
}

/** Number of active filters. */
export function filterCount(filters: ProjectFilters): number {
  return Object.values(filters).filter((each) => each !== null).length;
}

/** The search box, the 'Filters' button and the number of projects. */
export function ProjectsToolbar({ search, onSearch, filters, onFilters, total }: ProjectsToolbarProps) {
  const active = filterCount(filters);
  return (
    <Group mb="md" gap="md">
      <Group flex="1 1 320px" maw={540} gap="sm" wrap="nowrap">
        <TextInput
          flex={1}
          type="search"
          aria-label="Search projects"
          placeholder="Search projects"
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
        />
        <Popover width={300} position="bottom-end" shadow="md" trapFocus>
          <Indicator disabled={active === 0} label={active} size={18} color="ink">
            <Popover.Target>
              <Button variant="default" leftSection={<IconFilter size={18} stroke={1.5} aria-hidden />}>
                Filters
              </Button>
            </Popover.Target>
          </Indicator>
          <Popover.Dropdown aria-label="Filters">
            <Filters filters={filters} onFilters={onFilters} />
          </Popover.Dropdown>
        </Popover>
      </Group>
      {total !== undefined && <Count of={total} one="project" many="projects" />}
    </Group>
  );
}

function Filters({ filters, onFilters }: FiltersProps) {
  const offered = useQuery(projectFiltersQuery);
  const { statuses, categories, states } = offered.data ?? { statuses: [], categories: [], states: [] };
  return (
    <Stack gap="sm">
      <QueryFailure query={offered} sentence="The filters could not be loaded." />
      <Choice
        label="Status"
        options={statuses.map((status) => ({ value: status, label: statusView(status).label }))}
        value={filters.status}
        onChange={(status) => onFilters({ ...filters, status })}
      />
      <Choice
        label="Type"
        options={categories.map((category) => ({ value: category, label: category }))}
        value={filters.category}
        onChange={(category) => onFilters({ ...filters, category })}
      />
      <Choice
        label="State"
        options={states.map(({ statefp, name }) => ({ value: statefp, label: name }))}
        value={filters.state}
        onChange={(state) => onFilters({ ...filters, state })}
      />
      <Button variant="subtle" color="ink" disabled={filterCount(filters) === 0} onClick={() => onFilters(noFilters)}>
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
