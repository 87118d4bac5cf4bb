import { Anchor, Badge, Group, Table, Text } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { acresOrUnknown, calendarDay, currency, grouped } from '../../lib/format';
import { paths } from '../../lib/paths';
import { rowKeys } from '../../ui/row-keys';
import { SelectBox } from '../../ui/select-box';
import { TagLine } from '../../ui/tag-line';
import type { Selection } from '../../ui/use-selection';
import { Value } from '../../ui/value';
import type { RowProps } from '../../ui/virtual-table';
import type { Deal } from './api';
import { SiteOfDeal } from './site-of-deal';

interface DealLineProps {
  readonly deal: Deal;
  readonly tr: RowProps;
  readonly selection: Selection<Deal>;
  /** Milliseconds. */
  readonly now: number;
}

const day = 86_400_000;

/** A deal in the list: Enter opens its property, X selects it. */
export function DealLine({ deal, tr, selection, now }: DealLineProps) {
  const navigate = useNavigate();
  const name = deal.address ?? deal.parcel_number;
  const to = paths.property(deal.parcel_number, { project_id: deal.project_id });
  return (
    <Table.Tr
      {...tr}
      data-selected={selection.has(deal) || undefined}
      {...rowKeys({ selection, row: deal, onOpen: () => void navigate(to) })}
    >
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <SelectBox selection={selection} row={deal} name={name} />
          <div>
            <Anchor component={Link} to={to} size="sm">
              {name}
            </Anchor>
            <Text size="xs" c="dimmed">
              {[deal.city, acresOrUnknown(deal.acres)].filter(Boolean).join(' · ')}
            </Text>
            <SiteOfDeal deal={deal} />
            <TagLine tags={deal.tags} />
          </div>
        </Group>
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
