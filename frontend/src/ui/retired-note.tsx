import { Text } from '@mantine/core';
import { calendarDay, date } from '../lib/format';

/** When a parcel was retired, and the date of the file that no longer had it. */
export interface Retirement {
  readonly retired_at: string | null;
  readonly retired_file_date: string | null;
}

/** Says that the county no longer has a saved parcel; nothing for a parcel that exists. */
export function RetiredNote({ parcel }: { readonly parcel: Retirement | undefined }) {
  if (!parcel?.retired_at) return null;
  const day = parcel.retired_file_date ? calendarDay(parcel.retired_file_date) : date(parcel.retired_at);
  return (
    <Text size="sm" role="note">
      Retired: no longer in the county&apos;s file of {day}
    </Text>
  );
}
