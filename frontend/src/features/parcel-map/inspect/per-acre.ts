import type { components } from '../../../api/generated/parcel-lookup';

type SharedLand = components['schemas']['SharedLand'];

/** A parcel with its value and area, and its land as a whole if other parcels are on it too. */
interface Valued {
  readonly parval?: number | null | undefined;
  readonly ll_gisacre?: number | null | undefined;
  readonly shared_land?: SharedLand | null | undefined;
}

/** Dollars an acre of the parcel's land, of all parcels on it; undefined when a value or the area is unknown, since a quotient of unknowns is not zero. */
export function valuePerAcre({ parval, ll_gisacre, shared_land }: Valued): number | undefined {
  return shared_land ? quotient(shared_land.total_value, shared_land.acres) : quotient(parval, ll_gisacre);
}

function quotient(value: number | null | undefined, area: number | null | undefined): number | undefined {
  return value && value > 0 && area && area > 0 ? value / area : undefined;
}

/** Why the value per acre is not the parcel's own value by the area. */
export function sharedLandWords(land: SharedLand): string {
  const shared = `${land.parcels} parcels share this land`;
  return land.total_value === null
    ? `${shared}, and not all of their values are known: nor is the value per acre.`
    : `${shared}: the value per acre is of all of them.`;
}
