import { Anchor, Badge, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '../../api/client';
import { dealsQuery, type DealFilter } from '../../api/queries/deals';
import { calendarDay, currency, grouped } from '../../lib/format';
import { paths } from '../../lib/paths';
import { Count } from '../../ui/count';
import { EmptyRow, type Column } from '../../ui/data-table';
import { LoadingPage } from '../../ui/loading-page';
import { ListFailure } from '../../ui/query-panel';
import { usePages } from '../../ui/use-pages';
import { Value } from '../../ui/value';
import { VirtualTable, type RowProps } from '../../ui/virtual-table';
import type { Deal } from './api';

const columns: readonly Column[] = [
  { label: 'Property' },
  { label: 'Owner' },
  { label: 'Stage' },
  { label: 'Days', numeric: true },
  { label: 'Offer', numeric: true },
  { label: 'Assigned to' },
  { label: 'Next step' },
];

const day = 86_400_000;

/** Deals of all projects by a filter, those that are in their stage for longest come first. */
export function DealsScreen({ filter }: { readonly filter: DealFilter }) {
  const deals = usePages(dealsQuery(filter), (page) => page.deals);
  const [now] = useState(() => Date.now());
  return (
    <>
      {deals.rows && <Count of={deals.total} one="deal" many="deals" />}
      <ListFailure query={deals} sentence={sentenceOf(deals.error, 'The deals could not be loaded.')} />
      {deals.isPending && <LoadingPage />}
      {deals.rows && (
        <VirtualTable
          caption="Deals"
          columns={columns}
          rows={deals.rows}
          total={deals.total}
          hasMore={deals.hasMore}
          onEnd={deals.onEnd}
          empty={<EmptyRow columns={columns.length}>No deals found</EmptyRow>}
          row={(deal, tr) => <DealRow key={`${deal.project_id} ${deal.property_id}`} deal={deal} tr={tr} now={now} />}
        />
      )}
    </>
  );
}

interface DealRowProps {
  readonly deal: Deal;
  readonly tr: RowProps;
  /** Milliseconds. */
  readonly now: number;
}

function DealRow({ deal, tr, now }: DealRowProps) {
  return (
    <Table.Tr {...tr}>
      <Table.Td>
        <Anchor component={Link} to={paths.property(deal.parcel_number, { project_id: deal.project_id })} size="sm">
          {deal.address ?? deal.parcel_number}
        </Anchor>
        <Text size="xs" c="dimmed">
          {deal.city}
        </Text>
      </Table.Td>
      <Table.Td>
        <Value>{deal.owner_name}</Value>
      </Table.Td>
      <Table.Td>
        {deal.stage_name}{' '}
        {deal.stalled && (
          <Badge color="yellow" variant="light" size="sm">
            Stalled
          </Badge>
        )}
      </Table.Td>
      <Table.Td ta="right">{grouped(Math.max(0, Math.floor((now - Date.parse(deal.since)) / day)))}</Table.Td>
      <Table.Td ta="right">{currency(deal.offer_value)}</Table.Td>
      <Table.Td>{deal.assigned_to_name ?? 'Nobody'}</Table.Td>
      <Table.Td>
        {deal.next_step && (
          <>
            <Text size="sm">{deal.next_step}</Text>
            <Text size="xs" c="dimmed">
              {deal.next_step_on && calendarDay(deal.next_step_on)}
            </Text>
          </>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
