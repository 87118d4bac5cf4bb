import { Button, Group, Indicator, Popover, Select, Stack, TextInput } from '@mantine/core';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import type { Project } from './api';
import { everything, filterCount, type Wanted } from './find';
import { statusView } from './status';

interface ProjectsToolbarProps {
  /** All projects: the filters offer the values that occur. */
  readonly projects: readonly Project[];
  readonly wanted: Wanted;
  readonly onChange: (wanted: Wanted) => void;
}

/** The search box and the 'Filters' button. */
export function ProjectsToolbar({ projects, wanted, onChange }: ProjectsToolbarProps) {
  const active = filterCount(wanted);
  return (
    <Group mb="md" gap="sm" wrap="nowrap">
      <TextInput
        flex={1}
        maw={420}
        type="search"
        aria-label="Search projects"
        placeholder="Search projects"
        leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
        value={wanted.words}
        onChange={(event) => onChange({ ...wanted, words: event.currentTarget.value })}
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
          <Stack gap="sm">
            <Choice
              label="Status"
              values={projects.map(({ status }) => statusView(status).label)}
              value={wanted.status}
              onChange={(status) => onChange({ ...wanted, status })}
            />
            <Choice
              label="Type"
              values={projects.map(({ category }) => category)}
              value={wanted.type}
              onChange={(type) => onChange({ ...wanted, type })}
            />
            <Choice
              label="State"
              values={projects.map(({ state_name }) => state_name)}
              value={wanted.state}
              onChange={(state) => onChange({ ...wanted, state })}
            />
            <Button variant="subtle" color="ink" disabled={active === 0} onClick={() => onChange({ ...everything, words: wanted.words })}>
              Clear filters
            </Button>
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly values: readonly (string | null | undefined)[];
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

function Choice({ label, values, value, onChange }: ChoiceProps) {
  const data = [...new Set(values.filter((each): each is string => Boolean(each)))].sort();
  return (
    <Select
      label={label}
      placeholder="Any"
      clearable
      data={data}
      value={value}
      onChange={onChange}
      comboboxProps={{ withinPortal: false }}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
    />
  );
}
