import type { components } from '../../../api/generated/parcel-lookup';

const unknown = (layers: string): components['schemas']['LandFact'] => ({
  value: null,
  reason: `No layer of ${layers} is loaded here.`,
  source: null,
  source_licence: null,
  source_date: null,
  fetched_at: null,
  is_sample: false,
});

/** What a parcel answers of its land where no layer is loaded. */
export const unknownLand: components['schemas']['ParcelLand'] = {
  slope_percent: unknown('slopes'),
  highway_m: unknown('highways'),
  rail_m: unknown('railways'),
};
