import { Group, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ColumnsMenu } from '../../ui/columns-menu';
import { Count } from '../../ui/count';
import type { PropertyTotals } from './api';
import { PropertiesFilterChips, PropertiesFilterMenu } from './properties-filter-menu';
import { totalsWords } from './properties-totals';
import { moreColumns, type PropertiesView } from './properties-view';

interface PropertiesToolbarProps {
  readonly projectId: string;
  readonly view: PropertiesView;
  readonly onChange: (view: PropertiesView) => void;
  /** Number of matching properties; null if too many to count, undefined if unknown. */
  readonly total: number | null | undefined;
  /** Figures of all matching properties, if they are known. */
  readonly totals: PropertyTotals | null | undefined;
  /** The menu of saved views. */
  readonly views: ReactNode;
  /** Further buttons. */
  readonly children: ReactNode;
}

/** Search, filter, saved views, columns and totals of a project's properties. */
export function PropertiesToolbar({ projectId, view, onChange, total, totals, views, children }: PropertiesToolbarProps) {
  const { filter } = view;
  const filtering = { projectId, filter, onChange: (changed: PropertiesView['filter']) => onChange({ ...view, filter: changed }) };
  return (
    <>
      <Group mb="md" gap="md">
        <TextInput
          flex="1 1 240px"
          maw={420}
          type="search"
          aria-label="Search properties"
          placeholder="Search properties"
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={filter.q ?? ''}
          onChange={(event) => onChange({ ...view, filter: { ...filter, q: event.currentTarget.value } })}
        />
        <PropertiesFilterMenu {...filtering} />
        {views}
        <ColumnsMenu offered={moreColumns} shown={view.columns} onChange={(columns) => onChange({ ...view, columns })} />
        {children}
        {total !== undefined && <Count of={total} one="property" many="properties" />}
      </Group>
      <Group mb="sm" gap="md">
        <PropertiesFilterChips {...filtering} />
        {totals && (
          <Text size="sm" c="dimmed" className="tabular">
            {totalsWords(totals)}
          </Text>
        )}
      </Group>
    </>
  );
}
