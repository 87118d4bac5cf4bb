import { Badge, Button, Group, Modal, MultiSelect, Paper, Popover, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuilding, IconFilter, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { companiesQuery, companyFiltersQuery, companyQuery } from '../../api/queries/companies';
import { grouped, text } from '../../lib/format';
import { CardList, type CardProps } from '../../ui/card-list';
import { Count } from '../../ui/count';
import { EmptyState } from '../../ui/empty-state';
import { Fact } from '../../ui/fact';
import { LoadingPage } from '../../ui/loading-page';
import { Page } from '../../ui/page';
import { ListFailure, QueryFailure } from '../../ui/query-panel';
import { usePages } from '../../ui/use-pages';
import { Value } from '../../ui/value';
import type { Company } from './api';
import { AddCompanyModal } from './company-modal';

interface CompaniesScreenProps {
  readonly adding: boolean;
  readonly onAdding: (adding: boolean) => void;
  /** Id of the open company. */
  readonly shown: string | null;
  readonly onShow: (companyId: string | null) => void;
}

/** /companies: the firm's company list. */
export function CompaniesScreen({ adding, onAdding, shown, onShow }: CompaniesScreenProps) {
  const [search, setSearch] = useState('');
  const [words] = useDebouncedValue(search.trim(), 200);
  const [industries, setIndustries] = useState<readonly string[]>([]);
  const companies = usePages(companiesQuery(words, industries), (page) => page.companies);
  const listed = companies.rows?.find(({ company_id }) => company_id === shown);
  // The open company may be on a page that is not loaded.
  const single = useQuery({ ...companyQuery(shown ?? ''), enabled: shown !== null && companies.rows !== undefined && !listed });
  const narrowed = words !== '' || industries.length > 0 || companies.isPrevious;

  return (
    <Page
      title="Companies"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => onAdding(true)}>
          Add Company
        </Button>
      }
    >
      <Group mb="md" gap="md">
        <Group flex="1 1 320px" maw={540} gap="sm" wrap="nowrap">
          <TextInput
            flex={1}
            type="search"
            aria-label="Search companies by name"
            placeholder="Search by company name"
            leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <IndustryFilter chosen={industries} onChange={setIndustries} />
        </Group>
        {companies.rows && <Count of={companies.total} one="company" many="companies" />}
      </Group>
      <ListFailure query={companies} sentence={sentenceOf(companies.error, 'Failed to load companies')} />
      {companies.isPending && <LoadingPage />}
      {companies.rows?.length === 0 && (
        <EmptyState
          icon={IconBuilding}
          title="No companies found"
          sentence={narrowed ? 'No company matches the search and the filter.' : 'Add the companies you work with.'}
        />
      )}
      {companies.rows && companies.rows.length > 0 && (
        <CardList
          label="Companies"
          cards={companies.rows}
          idOf={({ company_id }) => company_id}
          total={companies.total}
          hasMore={companies.hasMore}
          height={190}
          onEnd={companies.onEnd}
          card={(company, props) => <CompanyCard company={company} article={props} onView={() => onShow(company.company_id)} />}
        />
      )}
      <AddCompanyModal opened={adding} onClose={() => onAdding(false)} />
      <CompanyDetails company={shown === null ? undefined : (listed ?? single.data)} onClose={() => onShow(null)} />
    </Page>
  );
}

interface IndustryFilterProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function IndustryFilter({ chosen, onChange }: IndustryFilterProps) {
  return (
    <Popover width={300} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconFilter size={18} stroke={1.5} aria-hidden />}>
          {chosen.length > 0 ? `Filter (${chosen.length})` : 'Filter'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filter">
        <IndustrySelect chosen={chosen} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  );
}

function IndustrySelect({ chosen, onChange }: IndustryFilterProps) {
  const filters = useQuery(companyFiltersQuery);
  return (
    <>
      <QueryFailure query={filters} sentence="The filter could not be loaded." />
      <MultiSelect
        label="Industry"
        placeholder={chosen.length > 0 ? '' : 'Any'}
        clearable
        data={[...new Set([...chosen, ...(filters.data?.industries ?? [])])].sort()}
        value={[...chosen]}
        onChange={onChange}
        comboboxProps={{ withinPortal: false }}
        clearButtonProps={{ 'aria-label': 'Clear the filter' }}
      />
    </>
  );
}

interface CompanyCardProps {
  readonly company: Company;
  readonly article: CardProps;
  readonly onView: () => void;
}

function CompanyCard({ company, article, onView }: CompanyCardProps) {
  const { company_name, industry, number_of_employees } = company;
  return (
    <Paper withBorder p="md" bg="var(--surface)" component="article" aria-label={company_name} {...article}>
      <Stack gap="xs" h="100%" justify="space-between">
        <div>
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            {company_name}
          </Title>
          {industry && (
            <Badge variant="light" color="ink" mt={6}>
              {industry}
            </Badge>
          )}
        </div>
        <div>
          <Text size="sm">
            <Value>{office(company)}</Value>
          </Text>
          <Text size="sm" c="dimmed" className="tabular">
            <Value>{employees(number_of_employees)}</Value>
          </Text>
        </div>
        <Button variant="default" size="xs" onClick={onView} aria-label={`View Details of ${company_name}`}>
          View Details
        </Button>
      </Stack>
    </Paper>
  );
}

function CompanyDetails({ company, onClose }: { readonly company: Company | undefined; readonly onClose: () => void }) {
  return (
    <Modal opened={company !== undefined} onClose={onClose} title={company?.company_name}>
      {company && (
        <Stack gap="xs">
          <Fact label="Industry">{company.industry}</Fact>
          <Fact label="Office">{office(company)}</Fact>
          <Fact label="Employees">{grouped(company.number_of_employees)}</Fact>
        </Stack>
      )}
    </Modal>
  );
}

function employees(count: number | null): string | null {
  if (count === null) return null;
  return count === 1 ? '1 employee' : `${grouped(count)} employees`;
}

function office({ office_city, office_state }: Company): string {
  return text([office_city, office_state].filter(Boolean).join(', '));
}
