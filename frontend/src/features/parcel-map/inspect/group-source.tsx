import { SourceLines } from '../../../ui/source-lines';
import type { ParcelWithUnits } from '../api';

type Facts = Readonly<Record<string, readonly (keyof ParcelWithUnits)[]>>;

/** Facts that the panel shows together, and what it calls them. */
const groups: Readonly<Record<'site' | 'value' | 'owner', Facts>> = {
  site: {
    'land use': ['usecode', 'usedesc'],
    zoning: ['zoning', 'zoning_type'],
    'flood zone': ['flood_zone'],
    'year built': ['year_built'],
    'building area': ['sqft'],
    // Last, because it is of the outline whatever a roll has.
    'lot area': ['ll_gisacre'],
  },
  value: { total: ['parval'], land: ['landval'], improvements: ['improvval'] },
  owner: {
    owner: ['owner', 'careof'],
    'mailing address': ['mailing_address'],
    'last sale': ['saledate'],
    'sale price': ['saleprice'],
  },
};

interface Props {
  readonly parcel: ParcelWithUnits;
  readonly group: keyof typeof groups;
}

/** The sources of a group of facts, if a tax roll of another source was joined to the parcel; else the panel has one line for all. */
export function GroupSource({ parcel, group }: Props) {
  const roll = parcel.tax_roll;
  if (!roll) return null;
  const shown = Object.entries(groups[group]).filter(([label]) => label !== 'flood zone' || parcel.flood.from !== 'layer');
  const known = shown.filter(([, names]) => names.some((name) => hasValue(parcel[name])));
  return <SourceLines of={parcel} roll={roll} facts={Object.fromEntries(known)} />;
}

const hasValue = (value: unknown): boolean => value !== null && value !== undefined && value !== '';
