import { Group, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { components } from '../../api/generated/main-api';
import { companyFiltersQuery } from '../../api/queries/companies';
import { peopleQuery } from '../../api/queries/people';
import { ColumnsMenu } from '../../ui/columns-menu';
import { Count } from '../../ui/count';
import { FilterMenu } from '../../ui/filter-menu';
import { QueryFailure } from '../../ui/query-panel';
import { moreFields, totalsWords, type CompaniesView } from './companies-view';

interface ViewProps {
  readonly view: CompaniesView;
  readonly onChange: (view: CompaniesView) => void;
}

interface CompaniesToolbarProps extends ViewProps {
  /** Number of matching companies; null if too many to count, undefined if unknown. */
  readonly total: number | null | undefined;
  /** Figures of all that match; undefined if unknown. */
  readonly totals: components['schemas']['CompanyTotals'] | null | undefined;
  /** The menu of saved views. */
  readonly views: ReactNode;
  /** Further buttons. */
  readonly children: ReactNode;
}

const orders = [
  { value: 'name', label: 'Name' },
  { value: '-name', label: 'Name, Z first' },
  { value: 'industry', label: 'Industry' },
  { value: 'city', label: 'City' },
  { value: '-employees', label: 'Most employees first' },
  { value: 'employees', label: 'Fewest employees first' },
] as const;

/** Search, filter, order, saved views, fields and totals of the companies. */
export function CompaniesToolbar({ view, onChange, total, totals, views, children }: CompaniesToolbarProps) {
  return (
    <Group mb="md" gap="md">
      <Group flex="1 1 320px" maw={540} gap="sm" wrap="nowrap">
        <TextInput
          flex={1}
          type="search"
          aria-label="Search companies by name"
          placeholder="Search by company name"
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={view.filter.q ?? ''}
          onChange={(event) => onChange({ ...view, filter: { ...view.filter, q: event.currentTarget.value } })}
        />
        <FilterMenu active={filterCount(view)}>
          <Filters view={view} onChange={onChange} />
        </FilterMenu>
      </Group>
      {views}
      <ColumnsMenu name="Fields" offered={moreFields} shown={view.columns} onChange={(columns) => onChange({ ...view, columns })} />
      {children}
      {total !== undefined && <Count of={total} one="company" many="companies" />}
      {totals && (
        <Text size="sm" c="dimmed" className="tabular">
          {totalsWords(totals)}
        </Text>
      )}
    </Group>
  );
}

/** Number of active filters besides the search. */
export const filterCount = ({ filter }: CompaniesView): number =>
  (filter.industries?.length ?? 0) + [filter.tag, filter.assigned_to].filter(Boolean).length;

function Filters({ view, onChange }: ViewProps) {
  const filters = useQuery(companyFiltersQuery);
  const { filter } = view;
  const industries = filter.industries ?? [];
  const tag = filter.tag ?? null;
  const people = useQuery(peopleQuery).data ?? [];
  const person = filter.assigned_to ?? null;
  const persons = [{ value: 'none', label: 'Nobody' }, ...people.map(({ user_id, name }) => ({ value: user_id, label: name }))];
  // Those of a view may not be there any more.
  const isMissing = person !== null && persons.every(({ value }) => value !== person);
  return (
    <Stack gap="sm">
      <QueryFailure query={filters} sentence="The filter could not be loaded." />
      <MultiSelect
        label="Industry"
        placeholder={industries.length > 0 ? '' : 'Any'}
        clearable
        data={[...new Set([...industries, ...(filters.data?.industries ?? [])])].sort()}
        value={industries}
        onChange={(chosen) => onChange({ ...view, filter: { ...filter, industries: chosen } })}
        comboboxProps={{ withinPortal: false }}
        clearButtonProps={{ 'aria-label': 'Clear the filter' }}
      />
      <Select
        label="Tag"
        placeholder="Any"
        clearable
        searchable
        data={[...new Set([...(tag === null ? [] : [tag]), ...(filters.data?.tags ?? [])])]}
        value={tag}
        onChange={(chosen) => onChange({ ...view, filter: { ...filter, tag: chosen } })}
        comboboxProps={{ withinPortal: false }}
        clearButtonProps={{ 'aria-label': 'Clear the tag' }}
      />
      <Select
        label="Assigned to"
        placeholder="Any"
        clearable
        data={isMissing ? [...persons, { value: person, label: person }] : persons}
        value={person}
        onChange={(assigned_to) => onChange({ ...view, filter: { ...filter, assigned_to } })}
        comboboxProps={{ withinPortal: false }}
        clearButtonProps={{ 'aria-label': 'Clear the person' }}
      />
      <Select
        label="Order"
        allowDeselect={false}
        data={orders}
        value={view.sort}
        onChange={(sort) => onChange({ ...view, sort: sort ?? 'name' })}
        comboboxProps={{ withinPortal: false }}
      />
    </Stack>
  );
}
