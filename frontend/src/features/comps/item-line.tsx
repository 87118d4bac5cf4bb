import { Badge, Button, Group, Text } from '@mantine/core';
import { calendarDay, currency } from '../../lib/format';
import type { AreaUnit, CompSetItem } from './api';
import classes from './comps.module.css';
import { kindWords, remarksOn, unitPrice, unitWords } from './words';

interface Props {
  readonly item: CompSetItem;
  readonly unit: AreaUnit;
  readonly disabled: boolean;
  readonly onAdjust: () => void;
  readonly onExclude: () => void;
  readonly onInclude: () => void;
  /** Takes it out of this property's sales. */
  readonly onRemove: () => void;
  readonly onEdit: () => void;
  /** Deletes it from the firm's sales, or restores it. */
  readonly onDelete: (restore: boolean) => void;
}

/** A sale of a set: what it says about the property, and why. */
export function ItemLine({ item, unit, disabled, onAdjust, onExclude, onInclude, onRemove, onEdit, onDelete }: Props) {
  const { comp } = item;
  const isDeleted = item.not_counted === 'deleted';
  const name = comp.address ?? comp.parcel_number ?? 'Sale';
  const action = (label: string, onClick: () => void) => (
    <Button size="compact-xs" variant="subtle" aria-label={`${label}: ${name}`} disabled={disabled} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <li className={classes.item} data-comp={comp.comp_id} tabIndex={-1}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="sm" fw={600} className="tabular">
          {unitPrice(item.unit_price, unit)} / {unitWords[unit]}
        </Text>
      </Group>
      <Text size="sm" className="tabular">
        Sold {calendarDay(comp.sale_date)} for {currency(comp.price)}
        {item.adjustments.length > 0 &&
          `; adjusted ${currency(item.adjusted_price)} (net ${item.net_percent ?? '—'} %, gross ${item.gross_percent ?? '—'} %)`}
      </Text>
      {item.adjustments.map(({ kind, unit: of, amount, reason, author_name }, place) => (
        <Text key={place} size="xs" c="dimmed">
          {kindWords[kind]} {of === 'percent' ? `${amount} %` : currency(amount)}: {reason} ({author_name})
        </Text>
      ))}
      <Text size="xs" c="dimmed">
        {comp.source}, {comp.confidence}
      </Text>
      <Group gap={4}>
        {remarksOn(item).map((remark) => (
          <Badge key={remark} size="sm" variant="light" color={item.not_counted ? 'gray' : 'yellow'} tt="none">
            {remark}
          </Badge>
        ))}
      </Group>
      <Group gap={4}>
        {action('Adjust', onAdjust)}
        {item.excluded_reason === null ? action('Exclude', onExclude) : action('Include', onInclude)}
        {action('Remove', onRemove)}
        {!isDeleted && action('Edit the sale', onEdit)}
        {action(isDeleted ? 'Restore the sale' : 'Delete the sale', () => onDelete(isDeleted))}
      </Group>
    </li>
  );
}
