import { Button, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle, useLocalStorage } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { sentenceOf } from '../../api/client';
import { dealsQuery, dealStagesQuery } from '../../api/queries/deals';
import { LoadingPage } from '../../ui/loading-page';
import { QueryPanel } from '../../ui/query-panel';
import { BoardColumn } from './board-column';
import { DealsScreen } from './deals-screen';
import classes from './pipeline.module.css';
import { useMoveDeals } from './use-move-deals';

const StagesDialog = lazy(() => import('./stages/stages-dialog').then((loaded) => ({ default: loaded.StagesDialog })));

/** The deals of a project by stage, on a board or in a list. */
export function PipelineScreen({ projectId }: { readonly projectId: string }) {
  useDocumentTitle('Pipeline · Sitewright');
  const stages = useQuery(dealStagesQuery(projectId));
  const totals = useInfiniteQuery(dealsQuery({ project_id: projectId })).data?.pages[0]?.totals;
  const [said, setSaid] = useState('');
  const { move, dialog } = useMoveDeals(projectId, ({ name }) => setSaid(`Moved to ${name}`));
  const [view, setView] = useLocalStorage({ key: 'pipeline_view', defaultValue: 'board', getInitialValueInEffect: false });
  const [editing, setEditing] = useState(false);
  const [now] = useState(() => Date.now());

  return (
    <QueryPanel query={stages} failure={sentenceOf(stages.error, 'The pipeline could not be loaded.')} pending={<LoadingPage />}>
      {(all) => (
        <div className={classes.screen}>
          <div className={classes.bar}>
            <SegmentedControl
              size="xs"
              aria-label="View"
              data={[
                { value: 'board', label: 'Board' },
                { value: 'list', label: 'List' },
              ]}
              value={view}
              onChange={setView}
            />
            <Button size="xs" variant="default" onClick={() => setEditing(true)}>
              Edit Stages
            </Button>
          </div>
          {view === 'list' ? (
            <div className={classes.list}>
              <DealsScreen filter={{ project_id: projectId }} />
            </div>
          ) : (
            <div className={classes.board} role="region" aria-label="Pipeline" tabIndex={-1}>
              {all.map((stage) => (
                <BoardColumn
                  key={stage.stage_id}
                  projectId={projectId}
                  stage={stage}
                  stages={all}
                  sum={totals?.by_stage.find(({ stage_id }) => stage_id === stage.stage_id)?.offer_value ?? null}
                  now={now}
                  onMove={({ property_id }, to) => move([property_id], to)}
                  onDrop={(propertyId, to) => move([propertyId], to)}
                />
              ))}
            </div>
          )}
          <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
          {dialog}
          {editing && (
            <Suspense fallback={null}>
              <StagesDialog projectId={projectId} onClose={() => setEditing(false)} />
            </Suspense>
          )}
        </div>
      )}
    </QueryPanel>
  );
}
