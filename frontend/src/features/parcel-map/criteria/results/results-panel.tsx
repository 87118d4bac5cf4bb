import { Loader, Stack, Tabs } from '@mantine/core';
import { useRef, useState } from 'react';
import { grouped } from '../../../../lib/format';
import { QueryPanel } from '../../../../ui/query-panel';
import { useFocusFromBody } from '../../../../ui/use-focus-from-body';
import { RunProgress } from '../run/run-progress';
import { useLiveSearch } from '../run/use-live-search';
import type { ResultList as ListName, SearchRun } from '../types';
import { ComparePanel } from './compare-panel';
import { ProjectSites } from './project-sites';
import { ResultList } from './result-list';
import classes from './results.module.css';
import { RunSummary } from './run-summary';

interface Props {
  readonly runId: string;
  /** The earlier run that it is compared with. */
  readonly beside: string | undefined;
  readonly onCriteria: () => void;
  readonly onEndComparing: () => void;
}

/** A run: its progress, then its results. */
export function ResultsPanel({ runId, beside, onCriteria, onEndComparing }: Props) {
  const run = useLiveSearch(runId);
  const panel = useRef<HTMLDivElement>(null);
  // The button that started the search is gone, and so is 'Cancel' when it ends.
  useFocusFromBody(panel, run.data?.state);
  // And 'End Comparing'.
  useFocusFromBody(panel, beside);
  return (
    <div ref={panel} tabIndex={-1} role="group" aria-label="Results of the search" className={classes.panel}>
      <QueryPanel
        query={run}
        failure="The search could not be loaded."
        pending={<Loader size="sm" role="progressbar" aria-label="Loading the search" />}
      >
        {(loaded) => {
          if (loaded.state !== 'done') return <RunProgress run={loaded} onAgain={onCriteria} />;
          if (beside !== undefined) return <ComparePanel run={loaded} earlier={beside} onClose={onEndComparing} />;
          return <Finished key={runId} run={loaded} onCriteria={onCriteria} />;
        }}
      </QueryPanel>
    </div>
  );
}

function Finished({ run, onCriteria }: { readonly run: SearchRun; readonly onCriteria: () => void }) {
  const { counts } = run;
  const [list, setList] = useState<ListName>(() => (counts?.fit === 0 && counts.low_certainty > 0 ? 'uncertain' : 'ranked'));
  const lists = [
    { id: 'ranked', label: 'Ranked', count: counts?.fit },
    { id: 'unknown', label: 'Unknown facts', count: counts?.listed_unknown },
    { id: 'uncertain', label: 'Low certainty', count: counts?.low_certainty },
  ] as const;
  return (
    <Stack gap="xs">
      <RunSummary run={run} onCriteria={onCriteria} />
      <ProjectSites run={run} />
      <Tabs value={list} onChange={(next) => setList((next ?? 'ranked') as ListName)}>
        <Tabs.List aria-label="Lists of results">
          {lists.map(({ id, label, count }) => (
            <Tabs.Tab key={id} value={id} px={8} py={6} fz="xs">
              {label} <span className="tabular">{grouped(count ?? 0)}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {lists.map(({ id }) => (
          <Tabs.Panel key={id} value={id} pt="xs">
            {id === list && <ResultList run={run} list={id} />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}
