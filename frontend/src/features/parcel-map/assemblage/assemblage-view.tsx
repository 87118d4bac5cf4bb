import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Geometry } from 'geojson';
import { projectCriteriaQuery } from '../../../api/queries/site-search';
import { grouped } from '../../../lib/format';
import { QueryFailure } from '../../../ui/query-panel';
import { ParcelsExport } from '../export/parcels-export';
import { usePlaces } from '../criteria/run/use-places';
import type { ProjectCriteria } from '../criteria/types';
import { boundsOf } from '../geometry';
import { useMapPage } from '../map-page';
import { OnMap } from '../on-map';
import { showBeside } from '../show-place';
import { useKept } from '../use-kept';
import { useAssemblageSearch, type SearchResult } from './api';
import classes from './assemblage.module.css';
import { SearchForm } from './search-form';
import { siteColumns } from './site-columns';
import { SiteLayer } from './site-layer';
import { SiteRow } from './site-row';

/** The zoom at which a site is seen with what is around it. */
const closest = 17;

/** Adjoining parcels that are one site: found in the view, measured, lit on the map, and added as one. */
export function AssemblageView() {
  const { projectId, map } = useMapPage();
  const places = usePlaces(projectId);
  const saved = useQuery({ ...projectCriteriaQuery(projectId), select: (answer) => answer as ProjectCriteria });
  const { last, start } = useAssemblageSearch(projectId);
  const [marked, setMarked] = useKept<number | undefined>(projectId, 'assemblage marked', undefined);
  const sites = last?.result?.assemblages ?? [];

  function choose(place: number): void {
    setMarked(place === marked ? undefined : place);
    const shape = sites[place]?.geometry as unknown as Geometry | undefined;
    const bounds = shape && boundsOf(shape);
    if (place !== marked && bounds && map.current) showBeside(map.current, bounds, closest);
  }

  return (
    <Stack gap="sm">
      <Text size="sm">Adjoining parcels that make one site. In a county, parcels that can be in none are left out first.</Text>
      {places && !saved.isPending && (
        <SearchForm
          places={places}
          criteria={saved.data && saved.data.criteria.wishes.length > 0 ? saved.data.criteria : undefined}
          size={saved.data?.criteria.gates.find(({ fact }) => fact === 'acres')}
          searching={last !== undefined && !last.result && last.failure === undefined}
          onSearch={(search) => {
            setMarked(undefined);
            start(search);
          }}
        />
      )}
      {last?.failure !== undefined && (
        <Text size="sm" role="alert">
          {last.failure}
        </Text>
      )}
      {last?.result && <Outcome result={last.result} />}
      {sites.length > 0 && (
        <div>
          <ParcelsExport label="Export All Sites" {...siteColumns(sites)} growthRun={last?.search.growthRunId} />
        </div>
      )}
      <QueryFailure query={saved} sentence="The criteria could not be loaded, so sites are not judged." />
      <ol className={classes.sites} aria-label="Assemblages">
        {sites.map((site, place) => (
          <SiteRow
            key={site.ll_uuids.join()}
            site={site}
            criteria={last?.search.criteria}
            growthRun={last?.search.growthRunId}
            marked={place === marked}
            onChoose={() => choose(place)}
            projectId={projectId}
          />
        ))}
      </ol>
      <OnMap>
        <SiteLayer sites={sites} marked={marked} />
      </OnMap>
    </Stack>
  );
}

/** How much was searched, and how sure the answer is. */
function Outcome({ result }: { readonly result: SearchResult }) {
  const { assemblages, found, parcels, public: left_out, discarded, is_proven, streets_known, judged } = result;
  const shown = assemblages.length;
  const without = [left_out > 0 && `${grouped(left_out)} of public bodies`, discarded > 0 && `${grouped(discarded)} discarded`];
  const omitted = without.filter(Boolean).join(' and ');
  const failed = judged && judged.parcels_failed > 0 && `${grouped(judged.parcels_failed)} parcels fail a requirement. `;
  return (
    <div role="status">
      <Text size="sm" fw={600}>
        {shown === 0 ? 'No site found' : `${grouped(shown)} ${shown === 1 ? 'site' : 'sites'}`}
        {found > shown && ` of ${grouped(found)}`}
      </Text>
      <Text size="xs" c="dimmed">
        {found > shown && 'The others have mostly the same land, or rank lower. '}
        Among {grouped(parcels)} parcels{omitted && `, without ${omitted}`}. {failed}
        {is_proven ? 'All combinations were considered.' : 'Best found, not proven: there may be others.'}
        {judged && found > 0 && ` Of the sites ${judged.explanation}.`}
        {!streets_known && ' No streets are known here, so frontage and sites across streets are not.'}
      </Text>
    </div>
  );
}
