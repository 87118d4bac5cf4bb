import { Anchor, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { sentenceOf } from '../../../api/client';
import { dealQuery, dealStagesQuery } from '../../../api/queries/deals';
import { projectQuery } from '../../../api/queries/projects';
import { paths } from '../../../lib/paths';
import { chooseProjectTab } from '../../../lib/project-tabs';
import { QueryPanel } from '../../../ui/query-panel';
import { DealHistory } from './deal-history';
import { DealNotes } from './deal-notes';
import { DealOffers } from './deal-offers';
import { DealState } from './deal-state';
import { DealTasks } from './deal-tasks';
import classes from './deal.module.css';

interface DealPanelProps {
  readonly propertyId: string;
  /** Projects whose deals are shown. */
  readonly projectIds: readonly string[];
  /** Set when a task is to be added, which is then one of the first project: see `TaskForm`. */
  readonly taskAskedAt?: string | undefined;
}

/** How far a property has come in its projects, and the work on it. */
export function DealPanel({ propertyId, projectIds, taskAskedAt }: DealPanelProps) {
  if (projectIds.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        This property is in no project.
      </Text>
    );
  }
  return (
    <>
      {projectIds.map((projectId, at) => (
        <div key={`${projectId} ${propertyId}`} className={classes.deal}>
          <ProjectDeal projectId={projectId} propertyId={propertyId} taskAskedAt={at === 0 ? taskAskedAt : undefined} />
        </div>
      ))}
      <DealOffers propertyId={propertyId} />
    </>
  );
}

interface ProjectDealProps {
  readonly projectId: string;
  readonly propertyId: string;
  readonly taskAskedAt: string | undefined;
}

function ProjectDeal({ projectId, propertyId, taskAskedAt }: ProjectDealProps) {
  const project = useQuery(projectQuery(projectId));
  const stages = useQuery(dealStagesQuery(projectId));
  const deal = useQuery(dealQuery(projectId, propertyId));
  const name = project.data?.project_name;
  const key = { project_id: projectId, property_id: propertyId };
  return (
    <>
      <Title order={3} size="h6" mb="xs">
        <Anchor component={Link} to={paths.project(projectId, name)} onClick={() => chooseProjectTab('pipeline')} inherit>
          {name ?? 'Project'}
        </Anchor>
      </Title>
      <QueryPanel query={stages} failure={sentenceOf(stages.error, 'The stages could not be loaded.')}>
        {(all) => (
          <QueryPanel query={deal} failure={sentenceOf(deal.error, 'The deal could not be loaded.')} pending={<Skeleton h={200} />}>
            {(found) =>
              found ? (
                <>
                  <DealState deal={found} stages={all} />
                  <DealTasks dealKey={key} askedAt={taskAskedAt} />
                  <DealNotes dealKey={key} />
                  <DealHistory dealKey={key} />
                </>
              ) : (
                <Text size="sm" c="dimmed">
                  This property is not in the pipeline of the project yet.
                </Text>
              )
            }
          </QueryPanel>
        )}
      </QueryPanel>
    </>
  );
}
