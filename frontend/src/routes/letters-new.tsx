import { Anchor, Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useSearchParams } from 'react-router';
import { projectQuery } from '../api/queries/projects';
import { MakeScreen } from '../features/letters/make-screen';
import { paths } from '../lib/paths';
import { chooseProjectTab } from '../lib/project-tabs';
import { EmptyState } from '../ui/empty-state';
import { Page } from '../ui/page';

/** What the list of properties hands over. */
interface State {
  readonly propertyIds?: readonly string[];
}

/** /letters/new: letters for the properties that were selected in a project's list. */
export default function NewLettersPage() {
  const [query] = useSearchParams();
  const projectId = query.get('project_id') ?? '';
  const { propertyIds = [] } = (useLocation().state ?? {}) as State;
  const project = useQuery({ ...projectQuery(projectId), enabled: projectId !== '' });
  const name = project.data?.project_name;
  const back = projectId ? paths.project(projectId, name) : paths.projects;
  return (
    <Page
      wide
      title="Create LOIs"
      {...(name && { note: `${name}, ${propertyIds.length} ${propertyIds.length === 1 ? 'property' : 'properties'}` })}
      actions={
        <Anchor component={Link} to={back} onClick={() => chooseProjectTab('properties')} size="sm">
          Back to List
        </Anchor>
      }
    >
      {projectId && propertyIds.length > 0 ? (
        <MakeScreen projectId={projectId} propertyIds={propertyIds} />
      ) : (
        <EmptyState icon={IconFileText} title="No properties selected" sentence="Select properties in the list of a project.">
          <Button component={Link} to={back} onClick={() => chooseProjectTab('properties')}>
            {projectId ? 'Open the list' : 'Go to projects'}
          </Button>
        </EmptyState>
      )}
    </Page>
  );
}
