import { Button, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle, useLocalStorage } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { sentenceOf } from '../../api/client';
import { dealsQuery, dealStagesQuery } from '../../api/queries/deals';
import { LoadingPage } from '../../ui/loading-page';
import { QueryPanel } from '../../ui/query-panel';
import type { Deal, DealStage } from './api';
import { BoardColumn } from './board-column';
import { DealsScreen } from './deals-screen';
import classes from './pipeline.module.css';
import { useMoveDeals } from './use-move-deals';

const StagesDialog = lazy(() => import('./stages/stages-dialog').then((loaded) => ({ default: loaded.StagesDialog })));

interface PipelineScreenProps {
  readonly projectId: string;
  /** How a deal's parcel stands in a search of the project. */
  readonly standing?: (deal: Deal) => ReactNode;
}

/** The deals of a project by stage, on a board or in a list. */
export function PipelineScreen({ projectId, standing }: PipelineScreenProps) {
  useDocumentTitle('Pipeline · Sitewright');
  const stages = useQuery(dealStagesQuery(projectId));
  const totals = useInfiniteQuery(dealsQuery({ project_id: projectId })).data?.pages[0]?.totals;
  const [said, setSaid] = useState('');
  const board = useRef<HTMLDivElement>(null);
  const [moved, setMoved] = useState<string>();
  const { move, dialog } = useMoveDeals(projectId, ({ name }) => {
    setSaid(`Moved to ${name}`);
    // The card may be among those of its column that are not loaded.
    setTimeout(() => document.activeElement === document.body && board.current?.focus());
  });
  const [view, setView] = useLocalStorage({ key: 'pipeline_view', defaultValue: 'board', getInitialValueInEffect: false });
  const [editing, setEditing] = useState(false);
  const [now] = useState(() => Date.now());

  function moveOne(propertyId: string, to: DealStage): void {
    setMoved(propertyId);
    move([propertyId], to);
  }

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
            <div ref={board} className={classes.board} role="region" aria-label="Pipeline" tabIndex={-1}>
              {all.map((stage) => (
                <BoardColumn
                  key={stage.stage_id}
                  projectId={projectId}
                  stage={stage}
                  stages={all}
                  sum={totals?.by_stage.find(({ stage_id }) => stage_id === stage.stage_id)?.offer_value ?? null}
                  now={now}
                  moved={moved}
                  onMove={({ property_id }, to) => moveOne(property_id, to)}
                  onDrop={moveOne}
                  standing={standing}
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
