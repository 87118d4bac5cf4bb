import { SimpleGrid } from '@mantine/core';
import { floodMeaning, recordedByLayer } from '../../lib/county-words';
import { acres } from '../../lib/format';
import { CountyEntry } from '../../ui/county-entry';
import { Fact } from '../../ui/fact';
import { SourceLine } from '../../ui/source-line';
import type { Property } from './api';
import type { County } from './county-value';
import { Panel } from './panel';
import { SectionSource } from './section-source';

interface Props {
  readonly property: Property;
  /** The parcel as it is published now, if known. */
  readonly county?: County | undefined;
}

const details = {
  'land use': ['usecode', 'usedesc'],
  zoning: ['zoning', 'zoning_type', 'zoning_subtype'],
  'legal description': ['legaldesc'],
  subdivision: ['subdivision'],
  'lot area': ['ll_gisacre'],
} as const;

/** The county's facts about the parcel. */
export function DetailsPanel({ property, county }: Props) {
  return (
    <Panel title="Details">
      <SimpleGrid cols={1} verticalSpacing={6}>
        <Fact label="Parcel Number">{property.parcel_number}</Fact>
        <Fact label="Use Code">{property.use_code}</Fact>
        <Fact label="Use Description">
          <CountyEntry entry={property.use_description} />
        </Fact>
        <Fact label="Zoning Type">
          <CountyEntry entry={property.zoning_type} />
        </Fact>
        <Fact label="Zoning Subtype">
          <CountyEntry entry={property.zoning_subtype} />
        </Fact>
        <Fact label="Legal Description">{property.legal_description}</Fact>
        <Fact label="Subdivision">{property.subdivision}</Fact>
        <Fact label="Lot Area">{acres(property.acres)}</Fact>
      </SimpleGrid>
      <SectionSource county={county} facts={details} />
    </Panel>
  );
}

const buildings = { 'building count': ['building_count'] } as const;
const subtype = { 'flood zone subtype': ['flood_zone_subtype'] } as const;
const zone = { 'flood zone': ['flood_zone'] } as const;

/** Buildings on the site, and its flood zone: that of a layer of flood zones if there is one, as on the map. */
export function SiteSpecificsPanel({ property, county }: Props) {
  const layer = county?.flood.from === 'layer' ? county.flood : undefined;
  const flood = layer ?? { zone: property.flood_zone, class: null };
  return (
    <Panel title="Site Specifics">
      <SimpleGrid cols={1} verticalSpacing={6}>
        <Fact label="Building Count">{property.building_count}</Fact>
        <Fact label="Flood Zone">
          <CountyEntry entry={flood.zone} meaning={floodMeaning(flood.zone, flood.class)} recorded={layer ? recordedByLayer : undefined} />
        </Fact>
        <Fact label="Flood Zone Subtype">
          <CountyEntry entry={property.flood_zone_subtype} />
        </Fact>
      </SimpleGrid>
      {layer && <SourceLine of={layer} facts="flood zone" />}
      <SectionSource county={county} facts={{ ...(!layer && zone), ...subtype, ...buildings }} always />
    </Panel>
  );
}
