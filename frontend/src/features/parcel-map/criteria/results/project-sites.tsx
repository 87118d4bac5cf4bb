import { Loader, Text, Title, UnstyledButton } from '@mantine/core';
import { acres, counted } from '../../../../lib/format';
import { QueryFailure } from '../../../../ui/query-panel';
import { useMapPage } from '../../map-page';
import type { Explanation, SearchRun } from '../types';
import classes from './results.module.css';
import { Score } from './score';
import { useProjectSites } from './use-project-sites';
import { useShowResult } from './use-show-result';
import { lists, wouldBe } from './words';

/** The sites that the project has, each judged as one, and where it would be in the list of a run. */
export function ProjectSites({ run }: { readonly run: SearchRun }) {
  const { projectId } = useMapPage();
  const { show } = useShowResult();
  const { sites, isPending, failed, outside, more } = useProjectSites(projectId, run.run_id);
  const left = [
    ...(outside > 0 ? [`${counted(outside, 'site')} not wholly in the area of the search`] : []),
    ...(more > 0 ? [`${counted(more, 'site')} more`] : []),
  ];
  if (sites.length === 0 && !isPending && !failed && left.length === 0) return null;
  return (
    <section aria-label="Sites of the project">
      <Title order={3} size="h6" mb={4}>
        Sites of the project, each as one
      </Title>
      {isPending && <Loader size="xs" role="progressbar" aria-label="Judging the sites" />}
      {failed && <QueryFailure query={failed} sentence="A site could not be judged." />}
      {sites.length > 0 && (
        <ul className={classes.list} aria-label="Sites of the project">
          {sites.map((site) => (
            <li key={site.result.ll_uuid} className={classes.row}>
              <UnstyledButton className={classes.head ?? ''} w="100%" onClick={() => show(site.result)}>
                <span className={classes.names}>
                  <Text span size="sm" fw={600} display="block" truncate>
                    {site.result.address ?? site.result.parcelnumb}
                  </Text>
                  <Text span size="xs" c="dimmed" display="block">
                    {[acres(site.result.acres), counted(site.site?.parcels ?? 0, 'parcel'), placeOf(site)].join(' · ')}
                  </Text>
                </span>
                <Score score={site.result.score} certainty={site.result.certainty} />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      {left.length > 0 && (
        <Text size="xs" c="dimmed">
          {left.join('; ')}.
        </Text>
      )}
    </section>
  );
}

const placeOf = (site: Explanation): string => wouldBe(site) ?? (site.list === null ? 'fails a requirement' : lists[site.list]);
