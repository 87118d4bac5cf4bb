import { Button, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { sentenceOf } from '../../api/client';
import { dealsQuery, dealStagesQuery } from '../../api/queries/deals';
import { LoadingPage } from '../../ui/loading-page';
import { QueryPanel } from '../../ui/query-panel';
import { useChangeDeals, type Deal, type DealStage } from './api';
import { BoardColumn } from './board-column';
import classes from './pipeline.module.css';
import { TextDialog } from './text-dialog';

const StagesDialog = lazy(() => import('./stages/stages-dialog').then((loaded) => ({ default: loaded.StagesDialog })));

/** The deals of a project by stage. */
export function PipelineScreen({ projectId }: { readonly projectId: string }) {
  useDocumentTitle('Pipeline · Sitewright');
  const stages = useQuery(dealStagesQuery(projectId));
  const totals = useInfiniteQuery(dealsQuery({ project_id: projectId })).data?.pages[0]?.totals;
  const { change } = useChangeDeals(projectId);
  const [said, setSaid] = useState('');
  const [dropping, setDropping] = useState<{ readonly propertyId: string; readonly stage: DealStage }>();
  const [editing, setEditing] = useState(false);
  const [now] = useState(() => Date.now());

  async function move(propertyId: string, stage: DealStage, reason?: string): Promise<void> {
    const done = await change(
      [propertyId],
      { stage_id: stage.stage_id, ...(reason !== undefined && { drop_reason: reason || null }) },
      `Moved to ${stage.name}`,
    );
    if (done) setSaid(`Moved to ${stage.name}`);
  }

  function drop(propertyId: string, stage: DealStage): void {
    if (stage.required_facts.includes('drop_reason')) setDropping({ propertyId, stage });
    else void move(propertyId, stage);
  }

  return (
    <QueryPanel query={stages} failure={sentenceOf(stages.error, 'The pipeline could not be loaded.')} pending={<LoadingPage />}>
      {(all) => (
        <div className={classes.screen}>
          <div className={classes.bar}>
            <Button size="xs" variant="default" onClick={() => setEditing(true)}>
              Edit Stages
            </Button>
          </div>
          <div className={classes.board} role="region" aria-label="Pipeline" tabIndex={-1}>
            {all.map((stage) => (
              <BoardColumn
                key={stage.stage_id}
                projectId={projectId}
                stage={stage}
                stages={all}
                sum={totals?.by_stage.find(({ stage_id }) => stage_id === stage.stage_id)?.offer_value ?? null}
                now={now}
                onMove={({ property_id }: Deal, to) => drop(property_id, to)}
                onDrop={drop}
              />
            ))}
          </div>
          <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
          {dropping && (
            <TextDialog
              title={`Move to ${dropping.stage.name}`}
              label="Reason"
              maxLength={500}
              onClose={() => setDropping(undefined)}
              onSave={(reason) => {
                setDropping(undefined);
                void move(dropping.propertyId, dropping.stage, reason);
              }}
            />
          )}
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
