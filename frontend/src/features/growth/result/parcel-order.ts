import type { JoinedParcel } from '../api/types';

/** Sort orders of the parcel list. */
export type ParcelOrder = 'parcel' | 'chance' | 'decade';

/** Parcels inside the area, sorted; unknown values always last. */
export function ordered(parcels: readonly JoinedParcel[], by: ParcelOrder, descending: boolean): JoinedParcel[] {
  const sign = descending ? -1 : 1;
  const key = (parcel: JoinedParcel): string | number | null => {
    if (by === 'chance') return parcel.chance_percent;
    return by === 'decade' ? parcel.likely_decade : (parcel.address ?? parcel.parcel_number);
  };
  return parcels
    .filter(({ inside }) => inside)
    .sort((one, other) => {
      const [a, b] = [key(one), key(other)];
      if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
      const compared = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true });
      return sign * compared || one.parcel_number.localeCompare(other.parcel_number);
    });
}
