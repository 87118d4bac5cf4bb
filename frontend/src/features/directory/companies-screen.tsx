import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuilding, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { sentenceOf } from '../../api/client';
import { companiesQuery, companyQuery } from '../../api/queries/companies';
import { CardList } from '../../ui/card-list';
import { EmptyState } from '../../ui/empty-state';
import { ExportMenu } from '../../ui/export-menu';
import { LoadingPage } from '../../ui/loading-page';
import { InMore } from '../../ui/more-actions';
import { Page } from '../../ui/page';
import { ListFailure } from '../../ui/query-panel';
import { SelectionBar } from '../../ui/selection-bar';
import { usePages } from '../../ui/use-pages';
import { useSelection } from '../../ui/use-selection';
import type { Company } from './api';
import { CompaniesToolbar, filterCount } from './companies-toolbar';
import { plainCompanies, totalsOf, totalsWords, type CompaniesView } from './companies-view';
import { CompanyActions } from './company-actions';
import { CompanyCard } from './company-card';
import { CompanyDetails } from './company-details';
import { AddCompanyModal } from './company-modal';
import { tooManyWords } from './use-bulk-change';
import { useExportCompanies } from './use-exports';

interface CompaniesScreenProps {
  readonly adding: boolean;
  readonly onAdding: (adding: boolean) => void;
  /** Id of the open company. */
  readonly shown: string | null;
  readonly onShow: (companyId: string | null) => void;
  /** The menu of saved views. */
  readonly views?: (view: CompaniesView, onApply: (view: CompaniesView) => void) => ReactNode;
}

const noCompanies: readonly Company[] = [];
/** Of a field of a card, in pixels. */
const fieldHeight = 24;
const idOf = ({ company_id }: Company): string => company_id;

/** /companies: the firm's company list. */
export function CompaniesScreen({ adding, onAdding, shown, onShow, views }: CompaniesScreenProps) {
  const [view, setView] = useState(plainCompanies);
  const { sort } = view;
  const [words] = useDebouncedValue(view.filter.q?.trim() ?? '', 200);
  const filter = { ...view.filter, q: words || null };
  const companies = usePages(companiesQuery(filter, sort), (page) => page.companies, idOf);
  const selection = useSelection(companies.rows ?? noCompanies, idOf, () => selectAll());
  // The whole list stays selected until the list or the selection changes.
  const [wholeOf, setWholeOf] = useState<string>();
  const keyOf = (count: number): string => JSON.stringify([filter, count]);
  const whole = selection.count > 0 && wholeOf === keyOf(selection.count);
  const exporting = useExportCompanies();
  const listed = companies.rows?.find(({ company_id }) => company_id === shown);
  // The open company may be on a page that is not loaded.
  const single = useQuery({ ...companyQuery(shown ?? ''), enabled: shown !== null && companies.rows !== undefined && !listed });
  const narrowed = words !== '' || filterCount(view) > 0 || companies.isPrevious;

  function selectAll(): Promise<void> {
    const loaded = companies.rows ?? noCompanies;
    selection.add(loaded);
    setWholeOf(keyOf(new Set([...selection.chosen, ...loaded].map(idOf)).size));
    return Promise.resolve();
  }

  const name = whole ? 'all companies of the list' : selection.count === 1 ? '1 company' : `${selection.count} companies`;
  const ids = selection.chosen.map(idOf);
  const tooMany = tooManyWords(whole ? companies.total : ids.length, 'companies');

  return (
    <Page
      title="Companies"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => onAdding(true)}>
          Add Company
        </Button>
      }
    >
      <CompaniesToolbar
        view={view}
        onChange={setView}
        total={companies.rows && companies.total}
        totals={companies.first?.totals}
        views={views?.(view, setView)}
      >
        <ExportMenu
          what="all companies of the list"
          loading={exporting.isPending}
          onExport={(format) => exporting.mutate({ format, filter, sort })}
        />
      </CompaniesToolbar>
      <ListFailure query={companies} sentence={sentenceOf(companies.error, 'Failed to load companies')} />
      {companies.isPending && <LoadingPage />}
      {companies.rows && (
        <CardList
          label="Companies"
          cards={companies.rows}
          idOf={idOf}
          total={companies.total}
          hasMore={companies.hasMore}
          height={190 + fieldHeight * view.columns.length}
          onEnd={companies.onEnd}
          onView={companies.onView}
          empty={
            <EmptyState
              icon={IconBuilding}
              title="No companies found"
              sentence={narrowed ? 'No company matches the search and the filter.' : 'Add the companies you work with.'}
            />
          }
          card={(company, props) => (
            <CompanyCard
              company={company}
              article={props}
              columns={view.columns}
              selection={selection}
              onView={() => onShow(company.company_id)}
            />
          )}
        />
      )}
      <SelectionBar
        selection={selection}
        one="company"
        many="companies"
        total={companies.total}
        whole={whole}
        onAll={selectAll}
        figures={tooMany ?? (whole ? undefined : totalsWords(totalsOf(selection.chosen)))}
      >
        <InMore>
          <ExportMenu
            what={name}
            look={{ size: 'compact-sm' }}
            loading={exporting.isPending}
            onExport={(format) => exporting.mutate(whole ? { format, filter, sort } : { format, sort, company_ids: ids })}
          />
        </InMore>
        <CompanyActions
          target={whole ? { filter, seen: companies.total } : { company_ids: ids }}
          chosen={whole ? { filter } : { companies: selection.chosen }}
          name={name}
          tooMany={tooMany}
          onRemoved={selection.clear}
        />
      </SelectionBar>
      <AddCompanyModal opened={adding} onClose={() => onAdding(false)} />
      <CompanyDetails company={shown === null ? undefined : (listed ?? single.data)} onClose={() => onShow(null)} />
    </Page>
  );
}
