import { Select, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { matchingCompaniesQuery } from '../../api/queries/companies';
import { peopleQuery } from '../../api/queries/people';
import { FilterMenu } from '../../ui/filter-menu';
import { QueryFailure } from '../../ui/query-panel';
import type { ContactsView } from './contacts-view';

type Filter = ContactsView['filter'];

interface FilterProps {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

/** Filters contacts by who is responsible for them, and by company. */
export function ContactsFilterMenu({ filter, onChange }: FilterProps) {
  return (
    <FilterMenu active={[filter.assigned_to, filter.company_name].filter(Boolean).length}>
      <Stack gap="sm">
        <PersonField person={filter.assigned_to ?? null} onChange={(assigned_to) => onChange({ ...filter, assigned_to })} />
        <CompanyField company={filter.company_name ?? null} onChange={(company_name) => onChange({ ...filter, company_name })} />
      </Stack>
    </FilterMenu>
  );
}

interface PersonFieldProps {
  readonly person: string | null;
  readonly onChange: (person: string | null) => void;
}

/** The people of the firm, and the one of the filter if they are no longer there. */
function PersonField({ person, onChange }: PersonFieldProps) {
  const people = useQuery(peopleQuery);
  return (
    <>
      <QueryFailure query={people} sentence="The people could not be loaded." />
      <Select
        label="Assigned to"
        placeholder="Anybody"
        clearable
        searchable
        // It gets the focus when the filter opens, and its list would cover the company.
        openOnFocus={false}
        data={choices([...(people.data ?? []).map(({ name }) => name), person])}
        value={person}
        onChange={onChange}
        comboboxProps={{ withinPortal: false }}
        clearButtonProps={{ 'aria-label': 'Clear the person' }}
      />
    </>
  );
}

interface CompanyFieldProps {
  readonly company: string | null;
  readonly onChange: (company: string | null) => void;
}

/** The firm's companies that contain what is typed, and what is typed: contacts can have companies that are not listed. */
function CompanyField({ company, onChange }: CompanyFieldProps) {
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), 200);
  const companies = useQuery({ ...matchingCompaniesQuery(words), placeholderData: keepPreviousData });
  return (
    <>
      <QueryFailure query={companies} sentence="The companies could not be loaded." />
      <Select
        label="Company"
        placeholder="Any"
        clearable
        searchable
        openOnFocus={false}
        data={choices([company, ...(companies.data ?? []).map(({ company_name }) => company_name), typed.trim()])}
        value={company}
        onChange={onChange}
        onSearchChange={setTyped}
        comboboxProps={{ withinPortal: false }}
        clearButtonProps={{ 'aria-label': 'Clear the company' }}
      />
    </>
  );
}

/** Each name once, in upper or lower case. */
function choices(names: readonly (string | null)[]): string[] {
  const first = new Map<string, string>();
  for (const name of names) if (name && !first.has(name.toLowerCase())) first.set(name.toLowerCase(), name);
  return [...first.values()];
}
