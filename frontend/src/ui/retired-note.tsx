import { Text } from '@mantine/core';
import { calendarDay, date } from '../lib/format';
import { listed } from '../lib/site';

/** When a parcel was retired, and the date of the file that no longer had it. */
export interface Retirement {
  readonly retired_at: string | null;
  readonly retired_file_date: string | null;
}

interface Props {
  /** With its parcels, if it is a site. */
  readonly parcel:
    (Retirement & { readonly site?: { readonly members: readonly (Retirement & { readonly parcelnumb: string })[] } | null }) | undefined;
}

/** Says that the county no longer has a saved parcel, or which parcels of a site; nothing for what exists. */
export function RetiredNote({ parcel }: Props) {
  if (!parcel?.retired_at) return null;
  const retired = parcel.site?.members.filter(({ retired_at }) => retired_at !== null) ?? [];
  if (retired.length > 0) {
    return (
      <Text size="sm" role="note">
        Retired, no longer in the county&apos;s file: {listed(retired.map(({ parcelnumb }) => parcelnumb))}
      </Text>
    );
  }
  const day = parcel.retired_file_date ? calendarDay(parcel.retired_file_date) : date(parcel.retired_at);
  return (
    <Text size="sm" role="note">
      Retired: no longer in the county&apos;s file of {day}
    </Text>
  );
}
