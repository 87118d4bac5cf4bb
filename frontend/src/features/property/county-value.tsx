import { Text } from '@mantine/core';
import type { components } from '../../api/generated/parcel-lookup';
import { date } from '../../lib/format';
import type { Property, ValueField } from './api';

/** A parcel as it is published now. */
export type County = components['schemas']['ParcelWithUnits'];

interface Props {
  readonly county: County | undefined;
  /** The firm's value. */
  readonly ours: number | null | undefined;
  /** The county's; 0 is unknown. */
  readonly theirs: number | null | undefined;
  readonly format: (value: number) => string;
}

/** The county's value with source, date and licence, where the firm's is another. */
export function CountyValue({ county, ours, theirs, format }: Props) {
  if (!county || !theirs || theirs === ours) return null;
  return (
    <Text size="xs" c="dimmed" fw={400}>
      County: {format(theirs)} ({[county.source, date(county.fetched_at), county.source_licence].filter(Boolean).join(', ')})
    </Text>
  );
}

/** The county's assessed value, if it is of this kind. */
export function assessed(county: County | undefined, field: ValueField): Property['total_value'] {
  const kind = county?.parvaltype?.toUpperCase() ?? '';
  const words = { total_value: '', appraised_value: 'APPRAIS', market_value: 'MARKET', offer_value: undefined }[field];
  return words !== undefined && kind.includes(words) ? (county?.parval ?? null) : null;
}
