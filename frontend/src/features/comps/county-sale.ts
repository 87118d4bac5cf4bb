import type { components } from '../../api/generated/parcel-lookup';
import { date } from '../../lib/format';
import type { CompFields } from './api';

/** A parcel with its last sale, as a county's record states it. */
export type CountySale = components['schemas']['Feature_ParcelProperties']['properties'];

/** The latest sale first. */
export const latestFirst = (sales: readonly CountySale[]): CountySale[] =>
  sales.toSorted((a, b) => (b.saledate ?? '').localeCompare(a.saledate ?? ''));

/** Areas are compared to hundredths; more decimals are those of the outline. */
const area = (acres: number | null | undefined): number | null => (acres ? Number(acres.toFixed(4)) : null);

/** The sale as one of the firm's, with the county as its source. */
export function compOf(sale: CountySale): CompFields {
  return {
    ll_uuid: sale.ll_uuid,
    address: [sale.address, sale.scity].filter(Boolean).join(', '),
    parcel_number: sale.parcelnumb,
    sale_date: sale.saledate ?? '',
    price: sale.saleprice ?? 0,
    acres: area(sale.ll_gisacre),
    gross_square_feet: sale.sqft ? sale.sqft : null,
    use_class: sale.use_class,
    source: `County: ${sale.source}, read ${date(sale.fetched_at)}`,
    confidence: 'stated',
    several_parcels: false,
    related_parties: false,
  };
}
