import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import type { Geometry } from 'geojson';
import { useState } from 'react';
import { ApiProblem } from '../../../api/client';
import { acres, grouped } from '../../../lib/format';
import { ParcelsExport } from '../export/parcels-export';
import { usePlaces } from '../criteria/run/use-places';
import { boundsOf } from '../geometry';
import { useMapPage } from '../map-page';
import { OnMap } from '../on-map';
import { showBeside } from '../show-place';
import { AddAll } from './add-all';
import { AddSite } from './add-site';
import { useAssemblageSearch, type Assemblage, type SearchResult } from './api';
import classes from './assemblage.module.css';
import { SearchForm } from './search-form';
import { SiteFacts } from './site-facts';
import { SiteLayer } from './site-layer';

/** The zoom at which a site is seen with what is around it. */
const closest = 17;

/** Adjoining parcels that are one site: found in the view, measured, lit on the map, and added as one. */
export function AssemblageView() {
  const { projectId, map } = useMapPage();
  const places = usePlaces(projectId);
  const search = useAssemblageSearch(projectId);
  const [marked, setMarked] = useState<number>();
  const sites = search.data?.assemblages ?? [];

  function choose(place: number): void {
    setMarked(place === marked ? undefined : place);
    const shape = sites[place]?.geometry as unknown as Geometry | undefined;
    const bounds = shape && boundsOf(shape);
    if (place !== marked && bounds && map.current) showBeside(map.current, bounds, closest);
  }

  return (
    <Stack gap="sm">
      <Text size="sm">Adjoining parcels that make one site, at most 20,000 to choose from: a county needs a filter.</Text>
      {places && (
        <SearchForm
          places={places}
          searching={search.isPending}
          onSearch={(wanted) => {
            setMarked(undefined);
            search.mutate(wanted);
          }}
        />
      )}
      {search.isError && (
        <Text size="sm" role="alert">
          {search.error instanceof ApiProblem ? search.error.message : 'The search failed. Please try again.'}
        </Text>
      )}
      {search.data && <Outcome result={search.data} />}
      {sites.length > 0 && (
        <div>
          <ParcelsExport label="Export All Sites" parcels={[...new Set(sites.flatMap(({ ll_uuids }) => ll_uuids))]} />
        </div>
      )}
      <ul className={classes.sites} aria-label="Assemblages">
        {sites.map((site, place) => (
          <Site key={site.ll_uuids.join()} site={site} marked={place === marked} onChoose={() => choose(place)} projectId={projectId} />
        ))}
      </ul>
      <OnMap>
        <SiteLayer sites={sites} marked={marked} />
      </OnMap>
    </Stack>
  );
}

/** How much was searched, and how sure the answer is. */
function Outcome({ result }: { readonly result: SearchResult }) {
  const { assemblages, found, parcels, public: left_out, discarded, is_proven, streets_known } = result;
  const shown = assemblages.length;
  const without = [left_out > 0 && `${grouped(left_out)} of public bodies`, discarded > 0 && `${grouped(discarded)} discarded`];
  const omitted = without.filter(Boolean).join(' and ');
  return (
    <div role="status">
      <Text size="sm" fw={600}>
        {shown === 0 ? 'No site found' : `${grouped(shown)} ${shown === 1 ? 'site' : 'sites'}`}
        {found > shown && ` of ${grouped(found)}`}
      </Text>
      <Text size="xs" c="dimmed">
        {found > shown && 'The others have mostly the same land, or rank lower. '}
        Among {grouped(parcels)} parcels{omitted && `, without ${omitted}`}.{' '}
        {is_proven ? 'All combinations were considered.' : 'Best found, not proven: there may be others.'}
        {!streets_known && ' No streets are known here, so frontage and sites across streets are not.'}
      </Text>
    </div>
  );
}

interface SiteProps {
  readonly site: Assemblage;
  readonly marked: boolean;
  readonly projectId: string;
  readonly onChoose: () => void;
}

function Site({ site, marked, projectId, onChoose }: SiteProps) {
  const holdOuts = site.owners.filter(({ is_hold_out }) => is_hold_out).length;
  const count = site.ll_uuids.length;
  return (
    <li className={classes.site} data-marked={marked || undefined}>
      <UnstyledButton aria-expanded={marked} onClick={onChoose} w="100%">
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Text size="sm" fw={600} className={`tabular ${classes.acres ?? ''}`}>
            {acres(site.acres)}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {site.streets[0]?.street}
          </Text>
        </Group>
        <Text size="xs" c="dimmed">
          {count === 1 ? '1 parcel' : `${grouped(count)} parcels`}, {site.owners.length === 1 ? '1 owner' : `${site.owners.length} owners`}
          {holdOuts > 0 && `, ${holdOuts === 1 ? '1 potential hold-out' : `${holdOuts} potential hold-outs`}`}
        </Text>
        {!marked && (
          <Text size="xs" truncate>
            {site.owners.map(({ owner }) => owner ?? 'Owner not known').join(', ')}
          </Text>
        )}
      </UnstyledButton>
      {marked && (
        <Stack gap="xs" mt="xs">
          <SiteFacts site={site} />
          <Group gap="xs">
            <AddAll ll_uuids={site.ll_uuids} projectId={projectId} />
            <AddSite site={site} projectId={projectId} />
            <ParcelsExport parcels={site.ll_uuids} />
          </Group>
        </Stack>
      )}
    </li>
  );
}
