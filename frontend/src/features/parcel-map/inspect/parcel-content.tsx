import { Badge, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { floodMeaning, recordedByLayer } from '../../../lib/county-words';
import { acres, countyValue, currency, feet, grouped } from '../../../lib/format';
import { CountyEntry } from '../../../ui/county-entry';
import { Fact } from '../../../ui/fact';
import { RetiredNote } from '../../../ui/retired-note';
import { SourceLine } from '../../../ui/source-line';
import type { ParcelWithUnits, SavedMarker } from '../api';
import { useMapPage } from '../map-page';
import { heldFor, ownerKindOf, classOfUse } from '../parcel-facts';
import { GroupSource } from './group-source';
import { LandFacts } from './land-facts';
import { sharedLandWords, valuePerAcre } from './per-acre';
import { sections } from './sections';
import { SiteMembers } from './site-members';
import { StackedSelect } from './stacked-select';
import type { Inspected } from './use-inspect';
import { WhereItIs } from './where-it-is';

interface Props {
  readonly parcel: ParcelWithUnits;
  readonly inspected: Extract<Inspected, { kind: 'parcel' }>;
  readonly marker: SavedMarker | undefined;
  readonly onChoose: (llUuid: string) => void;
}

/** All facts of the parcel in groups, where the firm has it, and the sections of other parts of the map. */
export function ParcelContent({ parcel, inspected, marker, onChoose }: Props) {
  const { projectId } = useMapPage();
  const region = [parcel.state2, parcel.szip].filter(Boolean).join(' ');
  const place = [parcel.scity, region].filter(Boolean).join(', ');
  const { stacked, away } = inspected;
  return (
    <Stack gap="md">
      <div>
        {place !== '' && (
          <Text size="sm" c="dimmed">
            {place}
          </Text>
        )}
        <Text size="sm" data-testid="inspected-number">
          {parcel.parcelnumb}
        </Text>
        {away !== undefined && <Text size="sm">No parcel at this point. This one is {feet(away)} away.</Text>}
      </div>
      {stacked.length > 1 && <StackedSelect parcel={parcel} stacked={stacked} onChoose={onChoose} />}
      <WhereItIs llUuid={parcel.ll_uuid} inProject={marker !== undefined} />
      <RetiredNote parcel={parcel} />
      {parcel.site && <SiteMembers site={parcel.site} />}
      <Facts title="Site">
        <Fact label="Lot area">{acres(parcel.ll_gisacre)}</Fact>
        <Fact label="Land use">
          <CountyEntry entry={parcel.usedesc} />
        </Fact>
        <Fact label="Class of use">{classOfUse(parcel)}</Fact>
        <Fact label="Zoning">
          <CountyEntry entry={parcel.zoning ?? parcel.zoning_type} />
        </Fact>
        <Fact label="Flood zone">
          <CountyEntry
            entry={parcel.flood.zone}
            meaning={floodMeaning(parcel.flood.zone, parcel.flood.class)}
            recorded={parcel.flood.from === 'layer' ? recordedByLayer : undefined}
          />
        </Fact>
        <Fact label="Year built">{parcel.year_built}</Fact>
        <Fact label="Building area">{parcel.sqft ? `${grouped(parcel.sqft)} sq ft` : undefined}</Fact>
        <GroupSource parcel={parcel} group="site" />
        {parcel.flood.from === 'layer' && <SourceLine of={parcel.flood} facts="flood zone" />}
      </Facts>
      <Facts title="Terrain and access">
        <LandFacts land={parcel.land} />
      </Facts>
      <Facts title="Value">
        <Fact label="Total">{countyValue(parcel.parval)}</Fact>
        <Fact label="Land">{countyValue(parcel.landval)}</Fact>
        <Fact label="Improvements">{currency(parcel.improvval)}</Fact>
        <Fact label="Per acre">{currency(valuePerAcre(parcel))}</Fact>
        {parcel.shared_land && (
          <Text size="xs" c="dimmed">
            {sharedLandWords(parcel.shared_land)}
          </Text>
        )}
        <GroupSource parcel={parcel} group="value" />
      </Facts>
      <Facts title="Owner">
        <Fact label="Owner">{parcel.owner}</Fact>
        {parcel.careof && <Fact label="Care of">{parcel.careof}</Fact>}
        <Fact label="Mailing address">{parcel.mailing_address}</Fact>
        <Fact label="Kind of owner">{ownerKindOf(parcel)}</Fact>
        <Fact label="Last sale">{parcel.saledate}</Fact>
        <Fact label="Held for">{heldFor(parcel)}</Fact>
        <Fact label="Sale price">{currency(parcel.saleprice)}</Fact>
        <GroupSource parcel={parcel} group="owner" />
      </Facts>
      <Group gap="xs">
        {parcel.is_sample && (
          <Badge variant="light" color="gray">
            Sample data
          </Badge>
        )}
        {!parcel.tax_roll && <SourceLine of={parcel} />}
      </Group>
      <Text size="xs" c="dimmed">
        Class of use, kind of owner, value per acre and years held are worked out from these facts.
      </Text>
      {sections.map(({ id, Body }) => (
        <Suspense key={id} fallback={<Skeleton height={24} />}>
          <Body llUuid={parcel.ll_uuid} projectId={projectId} parcel={parcel} />
        </Suspense>
      ))}
    </Stack>
  );
}

function Facts({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack gap={4} component="section" aria-label={title}>
      <Title order={3} size="h6">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
