import { Anchor, Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useSearchParams } from 'react-router';
import { projectQuery } from '../api/queries/projects';
import { MakeScreen } from '../features/letters/make-screen';
import { counted } from '../lib/format';
import type { LetterGroup } from '../lib/letter-groups';
import { paths } from '../lib/paths';
import { chooseProjectTab } from '../lib/project-tabs';
import { EmptyState } from '../ui/empty-state';
import { Page } from '../ui/page';

/** What a list hands over. */
interface State {
  /** Of the project of the address. */
  readonly propertyIds?: readonly string[];
  /** Of several projects. */
  readonly groups?: readonly LetterGroup[];
}

/** /letters/new: letters for the properties that were selected in a list, of one project or of several. */
export default function NewLettersPage() {
  const [query] = useSearchParams();
  const projectId = query.get('project_id') ?? '';
  const { propertyIds = [], groups: several = [] } = (useLocation().state ?? {}) as State;
  const project = useQuery({ ...projectQuery(projectId), enabled: projectId !== '' });
  const name = project.data?.project_name;
  const back = projectId ? paths.project(projectId, name) : paths.projects;
  const groups = projectId && propertyIds.length > 0 ? [{ projectId, propertyIds }] : several;
  const properties = counted(
    groups.reduce((sum, group) => sum + group.propertyIds.length, 0),
    'property',
    'properties',
  );
  const note = groups.length > 1 ? `${counted(groups.length, 'project')}, ${properties}` : name && `${name}, ${properties}`;
  return (
    <Page
      wide
      title="Create LOIs"
      {...(note && { note })}
      actions={
        <Anchor component={Link} to={back} onClick={() => chooseProjectTab('properties')} size="sm">
          Back to List
        </Anchor>
      }
    >
      {groups.length > 0 ? (
        <MakeScreen groups={groups} />
      ) : (
        <EmptyState icon={IconFileText} title="No properties selected" sentence="Select properties or projects in a list.">
          <Button component={Link} to={back} onClick={() => chooseProjectTab('properties')}>
            {projectId ? 'Open the list' : 'Go to projects'}
          </Button>
        </EmptyState>
      )}
    </Page>
  );
}
