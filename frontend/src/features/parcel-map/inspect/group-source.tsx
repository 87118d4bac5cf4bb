import { Stack } from '@mantine/core';
import { SourceLine, type SourceOfFacts } from '../../../ui/source-line';
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
  const ofRoll = known.filter(([, names]) => names.some((name) => roll.facts.includes(name)));
  const ofOutline = known.filter((entry) => !ofRoll.includes(entry));
  const alone = ofRoll.length === 0 || ofOutline.length === 0;
  const of = (entries: typeof known) => (alone ? undefined : entries.map(([label]) => label).join(', '));
  return (
    <Stack gap={0}>
      {ofOutline.length > 0 && <SourceLine of={outlineOf(roll)} facts={of(ofOutline)} />}
      {ofRoll.length > 0 && <SourceLine of={{ ...roll, fetched_at: parcel.fetched_at }} facts={of(ofRoll)} />}
    </Stack>
  );
}

const outlineOf = (roll: NonNullable<ParcelWithUnits['tax_roll']>): SourceOfFacts => ({
  source: roll.outline_source,
  source_licence: roll.outline_source_licence,
  fetched_at: roll.outline_fetched_at,
  source_date: roll.outline_source_date,
});

const hasValue = (value: unknown): boolean => value !== null && value !== undefined && value !== '';
