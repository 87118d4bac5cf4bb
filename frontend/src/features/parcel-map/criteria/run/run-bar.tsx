import { Button, Checkbox, Group } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useFilters } from '../../filters/use-filters';
import { useMapPage } from '../../map-page';
import { useKept } from '../../use-kept';
import { useStartSearch } from '../api';
import panel from '../panel/panel.module.css';
import { asksGrowth } from '../criteria';
import type { Criteria } from '../types';
import { AreaDrawn } from './area-drawn';
import { AreaSelect } from './area-select';
import { GrowthChoice } from '../../growth/growth-choice';
import { useGrowthRun } from '../../growth/use-growth-run';
import { useAreaChoice } from './use-area-choice';
import { usePlaces, type Places } from './use-places';

interface Props {
  readonly criteria: Criteria;
  /** Saves the criteria if they are not saved; resolves with whether they are. */
  readonly store: () => Promise<boolean>;
  readonly onRefused: (problem: Error) => void;
  readonly onStarted: (runId: string) => void;
  readonly blocked: boolean;
  /** Above the button. */
  readonly children: ReactNode;
}

/** Where to search, by which growth simulation if the criteria ask for growth, and the button that does. */
export function RunBar(props: Props) {
  const { projectId } = useMapPage();
  const places = usePlaces(projectId);
  return places ? <Bar {...props} places={places} /> : <div className={panel.footer}>{props.children}</div>;
}

function Bar({ criteria, store, onRefused, onStarted, blocked, children, places }: Props & { readonly places: Places }) {
  const { projectId } = useMapPage();
  const area = useAreaChoice('search', places);
  const { text: filter } = useFilters();
  const [filtered, setFiltered] = useKept(projectId, 'search filtered', true);
  const [busy, setBusy] = useState(false);
  const start = useStartSearch();
  const growthAsked = asksGrowth(criteria);
  const growth = useGrowthRun('search', growthAsked, area.bounds);

  async function run(): Promise<void> {
    const where = area.area();
    if (!where) return;
    setBusy(true);
    try {
      if (!(await store())) return;
      const request = {
        project_id: projectId,
        area: where,
        criteria,
        name: area.name(),
        ...(filter !== undefined && filtered && { filter }),
        ...(growth.runId !== null && { growth_run_id: growth.runId }),
      };
      const { run_id } = await start.mutateAsync(request);
      onStarted(run_id);
    } catch (reason) {
      onRefused(reason instanceof Error ? reason : new Error('The search could not be started.'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={panel.footer}>
      {children}
      {growthAsked && <GrowthChoice runId={growth.runId} empty="None: growth is unknown" onChoose={growth.choose} />}
      {filter !== undefined && (
        <Checkbox
          size="xs"
          label="Only parcels that match the map's filter"
          checked={filtered}
          onChange={(event) => setFiltered(event.currentTarget.checked)}
        />
      )}
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <div style={{ flex: 1, minWidth: 0 }}>
          <AreaSelect places={places} choice={area.choice} onChoose={area.choose} />
        </div>
        <Button
          size="sm"
          h={30}
          leftSection={<IconSearch size={16} aria-hidden />}
          loading={busy}
          disabled={blocked || growth.pending || criteria.wishes.length === 0}
          onClick={() => void run()}
        >
          Run Search
        </Button>
      </Group>
      <AreaDrawn state={area} />
    </div>
  );
}
