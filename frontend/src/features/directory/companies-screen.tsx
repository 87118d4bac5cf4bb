import { Badge, Button, Group, Modal, MultiSelect, Paper, Popover, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuilding, IconFilter, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { companiesQuery } from '../../api/queries/companies';
import { grouped, text } from '../../lib/format';
import { EmptyState } from '../../ui/empty-state';
import { Fact } from '../../ui/fact';
import { LoadingPage } from '../../ui/loading-page';
import { Page } from '../../ui/page';
import { QueryPanel } from '../../ui/query-panel';
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
  const companies = useQuery(companiesQuery(words));
  const [industries, setIndustries] = useState<string[]>([]);
  const all = companies.data ?? [];

  return (
    <Page
      title="Companies"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => onAdding(true)}>
          Add Company
        </Button>
      }
    >
      <Group mb="md" gap="sm" wrap="nowrap">
        <TextInput
          flex={1}
          maw={420}
          type="search"
          aria-label="Search companies by name"
          placeholder="Search by company name"
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <IndustryFilter companies={all} chosen={industries} onChange={setIndustries} />
      </Group>
      <QueryPanel query={companies} failure={sentenceOf(companies.error, 'Failed to load companies')} pending={<LoadingPage />}>
        {(listed) => {
          const found = listed.filter(({ industry }) => industries.length === 0 || industries.includes(industry ?? ''));
          return found.length > 0 ? (
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
              {found.map((company) => (
                <CompanyCard key={company.company_id} company={company} onView={() => onShow(company.company_id)} />
              ))}
            </SimpleGrid>
          ) : (
            <EmptyState
              icon={IconBuilding}
              title="No companies found"
              sentence={
                words || industries.length > 0 ? 'No company fits the search and the filter.' : 'Add the companies that you deal with.'
              }
            />
          );
        }}
      </QueryPanel>
      <AddCompanyModal opened={adding} onClose={() => onAdding(false)} />
      <CompanyDetails company={all.find(({ company_id }) => company_id === shown)} onClose={() => onShow(null)} />
    </Page>
  );
}

interface IndustryFilterProps {
  readonly companies: readonly Company[];
  readonly chosen: string[];
  readonly onChange: (chosen: string[]) => void;
}

function IndustryFilter({ companies, chosen, onChange }: IndustryFilterProps) {
  const industries = [...new Set([...chosen, ...companies.flatMap(({ industry }) => industry ?? [])])].sort();
  return (
    <Popover width={300} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconFilter size={18} stroke={1.5} aria-hidden />}>
          {chosen.length > 0 ? `Filter (${chosen.length})` : 'Filter'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filter">
        <MultiSelect
          label="Industry"
          placeholder={chosen.length > 0 ? '' : 'Any'}
          clearable
          data={industries}
          value={chosen}
          onChange={onChange}
          comboboxProps={{ withinPortal: false }}
          clearButtonProps={{ 'aria-label': 'Clear the filter' }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function CompanyCard({ company, onView }: { readonly company: Company; readonly onView: () => void }) {
  const { company_name, industry, number_of_employees } = company;
  return (
    <Paper withBorder p="md" bg="var(--surface)" component="article" aria-label={company_name}>
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
            {number_of_employees === 1 ? '1 employee' : `${grouped(number_of_employees)} employees`}
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

function office({ office_city, office_state }: Company): string {
  return text([office_city, office_state].filter(Boolean).join(', '));
}
