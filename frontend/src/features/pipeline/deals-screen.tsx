import { Button, Group, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileText, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { sentenceOf } from '../../api/client';
import { allDeals, dealsQuery, type DealFilter, type DealSort } from '../../api/queries/deals';
import { letterGroups, tooManyLetters, toNewLetters } from '../../lib/letter-groups';
import { Count } from '../../ui/count';
import { EmptyRow, type Column } from '../../ui/data-table';
import { useNotice } from '../../ui/dialogs';
import { LoadingPage } from '../../ui/loading-page';
import { ListFailure } from '../../ui/query-panel';
import { SelectLoaded } from '../../ui/select-box';
import { SelectionBar } from '../../ui/selection-bar';
import { usePages } from '../../ui/use-pages';
import { useSelection } from '../../ui/use-selection';
import { VirtualTable } from '../../ui/virtual-table';
import { keyOfDeal, type Deal } from './api';
import { BulkDealActions } from './bulk-deal-actions';
import { DealLine } from './deal-line';

const columns: readonly Column[] = [
  { label: 'Property', sort: 'address' },
  { label: 'Owner' },
  { label: 'Stage', sort: 'stage' },
  { label: 'Days', numeric: true, sort: 'days' },
  { label: 'Offer', numeric: true, sort: 'offer_value' },
  { label: 'Assigned to' },
  { label: 'Next step', sort: 'next_step_on' },
];

/** The list is ordered by days, the server by the time since when: the other way round. */
const turned: Readonly<Record<string, string>> = { days: '-since', '-days': 'since', since: '-days', '-since': 'days' };
const turn = (sort: string): string => turned[sort] ?? sort;

const noDeals: readonly Deal[] = [];

/** Deals of all projects or of one by a filter; those that are in their stage for longest come first. */
export function DealsScreen({ filter }: { readonly filter: DealFilter }) {
  const [sort, setSort] = useState<DealSort>('since');
  const [search, setSearch] = useState('');
  const [words] = useDebouncedValue(search.trim(), 200);
  const [now] = useState(() => Date.now());
  const listed: DealFilter = { ...filter, ...(words && { q: words }), ...(sort !== 'since' && { sort }) };
  const deals = usePages(dealsQuery(listed), (page) => page.deals, keyOfDeal);
  const selection = useSelection(deals.rows ?? noDeals, keyOfDeal, () => selectAll());
  const notice = useNotice();
  const navigate = useNavigate();
  const heading: Column = { label: 'Property', sort: 'address', control: <SelectLoaded selection={selection} many="deals" /> };

  async function selectAll(): Promise<void> {
    try {
      selection.add(await allDeals(listed));
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The deals could not be loaded.'));
    }
  }

  /** Of their properties, in one project or in several. */
  function makeLetters(): void {
    const groups = letterGroups(selection.chosen);
    const tooMany = tooManyLetters(selection.chosen.length, groups.length);
    const { to, state } = toNewLetters(groups);
    if (tooMany !== undefined) notice.alert(tooMany);
    else void navigate(to, { state });
  }

  return (
    <>
      <Group mb="md" gap="md">
        <TextInput
          flex={1}
          maw={420}
          type="search"
          aria-label="Search deals"
          placeholder="Search deals"
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {deals.rows && <Count of={deals.total} one="deal" many="deals" />}
      </Group>
      <ListFailure query={deals} sentence={sentenceOf(deals.error, 'The deals could not be loaded.')} />
      {deals.isPending && <LoadingPage />}
      {deals.rows && (
        <VirtualTable
          caption="Deals"
          columns={[heading, ...columns.slice(1)]}
          sorting={{ by: turn(sort), onSort: (by) => setSort(turn(by) as DealSort) }}
          rows={deals.rows}
          keyOf={keyOfDeal}
          total={deals.total}
          hasMore={deals.hasMore}
          onEnd={deals.onEnd}
          onView={deals.onView}
          empty={<EmptyRow columns={columns.length}>No deals found</EmptyRow>}
          row={(deal, tr) => <DealLine deal={deal} tr={tr} selection={selection} now={now} />}
        />
      )}
      <SelectionBar selection={selection} one="deal" many="deals" total={deals.total} onAll={selectAll}>
        <Button size="compact-sm" leftSection={<IconFileText size={16} aria-hidden />} onClick={makeLetters}>
          Create LOIs
        </Button>
        <BulkDealActions deals={selection.chosen} />
      </SelectionBar>
    </>
  );
}
