import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { acres, grouped } from '../../../lib/format';
import { Contributions } from '../criteria/results/contributions';
import { Score } from '../criteria/results/score';
import { Why } from '../criteria/results/why';
import type { Criteria } from '../criteria/types';
import { ParcelsExport } from '../export/parcels-export';
import { AddAll } from './add-all';
import { AddSite } from './add-site';
import type { Assemblage } from './api';
import classes from './assemblage.module.css';
import { SiteDiscards } from './site-discards';
import { SiteFacts } from './site-facts';

interface Props {
  readonly site: Assemblage;
  /** By which it was judged, if it was. */
  readonly criteria: Criteria | undefined;
  /** From which its growth is. */
  readonly growthRun: string | null | undefined;
  readonly marked: boolean;
  readonly projectId: string;
  readonly onChoose: () => void;
}

const apart = { ranked: undefined, unknown: 'Listed apart: a required fact is unknown', uncertain: 'Listed apart: low certainty' } as const;

/** A found site: its rank, score and certainty if it was judged; chosen, why, and its facts and owners. */
export function SiteRow({ site, criteria, growthRun, marked, projectId, onChoose }: Props) {
  const holdOuts = site.owners.filter(({ is_hold_out }) => is_hold_out).length;
  const count = site.ll_uuids.length;
  const judged = criteria && site.judged;
  return (
    <li className={classes.site} data-marked={marked || undefined}>
      <UnstyledButton aria-expanded={marked} onClick={onChoose} w="100%">
        <Group gap="xs" wrap="nowrap" align="center">
          {judged && (
            <Text span size="sm" fw={600} className={`tabular ${classes.rank ?? ''}`}>
              {judged.rank ?? '–'}
            </Text>
          )}
          <div className={classes.head}>
            <Group gap="xs" justify="space-between" wrap="nowrap">
              <Text size="sm" fw={600} className={`tabular ${classes.acres ?? ''}`}>
                {acres(site.acres)}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {site.streets[0]?.street}
              </Text>
            </Group>
            <Text size="xs" c="dimmed">
              {count === 1 ? '1 parcel' : `${grouped(count)} parcels`},{' '}
              {site.owners.length === 1 ? '1 owner' : `${site.owners.length} owners`}
              {holdOuts > 0 && `, ${holdOuts === 1 ? '1 potential hold-out' : `${holdOuts} potential hold-outs`}`}
            </Text>
            {!marked && (
              <Text size="xs" truncate>
                {site.owners.map(({ owner }) => owner ?? 'Owner not known').join(', ')}
              </Text>
            )}
            {judged && <Contributions result={judged} criteria={criteria} />}
          </div>
          {judged && <Score score={judged.score} certainty={judged.certainty} />}
        </Group>
        {judged && apart[judged.list] && (
          <Text size="xs" c="dimmed">
            {apart[judged.list]}
          </Text>
        )}
      </UnstyledButton>
      {marked && (
        <Stack gap="xs" mt="xs">
          {judged && <Why result={judged} criteria={criteria} />}
          <SiteFacts site={site} />
          <SiteDiscards ll_uuids={site.ll_uuids} projectId={projectId} />
          <Group gap="xs">
            <AddAll ll_uuids={site.ll_uuids} projectId={projectId} />
            <AddSite site={site} projectId={projectId} />
            <ParcelsExport parcels={site.ll_uuids} growthRun={growthRun} />
          </Group>
        </Stack>
      )}
    </li>
  );
}
