import { Text } from '@mantine/core';
import { date } from '../../lib/format';
import type { Property } from './api';

interface Props {
  readonly property: Property;
  readonly field: 'property_name' | 'square_feet' | 'total_value' | 'appraised_value' | 'market_value' | 'offer_value';
}

/** Who of the firm last set a fact, and when; nothing if it is the county's. An offer is never the county's. */
export function FactEdit({ property, field }: Props) {
  const edit = property.edits.find((each) => each.field === field);
  const isOffer = field === 'offer_value' && (property.offer_value ?? null) !== null;
  if (!edit && !isOffer) return null;
  return (
    <Text size="xs" c="dimmed" fw={400}>
      {edit ? `Set by ${edit.edited_by_name}, ${date(edit.edited_at)}` : 'Set by the firm; by whom and when is not known'}
    </Text>
  );
}
