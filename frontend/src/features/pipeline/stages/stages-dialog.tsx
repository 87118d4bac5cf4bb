import { Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../../api/client';
import { allDealStagesQuery, dealsQuery } from '../../../api/queries/deals';
import { FormModal } from '../../../ui/form-modal';
import { QueryPanel } from '../../../ui/query-panel';
import { StagesForm } from './stages-form';

interface StagesDialogProps {
  readonly projectId: string;
  readonly onClose: () => void;
}

/** The stages of a project, and those with which new projects begin. */
export function StagesDialog({ projectId, onClose }: StagesDialogProps) {
  const stages = useQuery(allDealStagesQuery(projectId));
  const totals = useInfiniteQuery(dealsQuery({ project_id: projectId })).data?.pages[0]?.totals;
  const [loads, setLoads] = useState(0);
  return (
    <FormModal opened onClose={onClose} title="Edit Stages" size="lg">
      <QueryPanel query={stages} failure={sentenceOf(stages.error, 'The stages could not be loaded.')} pending={<Skeleton h={320} />}>
        {(loaded) => (
          <StagesForm
            // What was typed is given up when the stages are loaded again.
            key={loads}
            projectId={projectId}
            loaded={loaded}
            counts={totals && new Map(totals.by_stage.map(({ stage_id, count }) => [stage_id, count]))}
            onReload={() => void stages.refetch().then(() => setLoads(loads + 1))}
            onClose={onClose}
          />
        )}
      </QueryPanel>
    </FormModal>
  );
}
