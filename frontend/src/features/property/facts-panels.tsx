import { SimpleGrid } from '@mantine/core';
import { floodRisk } from '../../lib/county-words';
import { acres } from '../../lib/format';
import { CountyEntry } from '../../ui/county-entry';
import { Fact } from '../../ui/fact';
import type { Property } from './api';
import { Panel } from './panel';

/** The county's facts about the parcel. */
export function DetailsPanel({ property }: { readonly property: Property }) {
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
    </Panel>
  );
}

/** Buildings on the site, and its flood zone. */
export function SiteSpecificsPanel({ property }: { readonly property: Property }) {
  return (
    <Panel title="Site Specifics">
      <SimpleGrid cols={1} verticalSpacing={6}>
        <Fact label="Building Count">{property.building_count}</Fact>
        <Fact label="Flood Zone">
          <CountyEntry entry={property.flood_zone} meaning={floodRisk(property.flood_zone)} />
        </Fact>
        <Fact label="Flood Zone Subtype">
          <CountyEntry entry={property.flood_zone_subtype} />
        </Fact>
      </SimpleGrid>
    </Panel>
  );
}
