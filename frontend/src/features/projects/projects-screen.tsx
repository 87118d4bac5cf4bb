import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMap2, IconMapOff, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { noFilters } from '../../api/queries/projects';
import { CardList } from '../../ui/card-list';
import { useConfirm, useNotice } from '../../ui/dialogs';
import { EmptyState } from '../../ui/empty-state';
import { LoadingPage } from '../../ui/loading-page';
import { Page } from '../../ui/page';
import { ListFailure } from '../../ui/query-panel';
import { useDeleteProject, useProjects, useRestoreProject, type Project } from './api';
import { ProjectCard } from './project-card';
import { CreateProjectModal, EditProjectModal } from './project-modal';
import { filterCount, ProjectsToolbar } from './projects-toolbar';

interface ProjectsScreenProps {
  readonly creating: boolean;
  readonly onCreating: (creating: boolean) => void;
  /** Called with the new project's id. */
  readonly onCreated: (projectId: string) => void;
}

/** /projects: the firm's projects as cards. */
export function ProjectsScreen({ creating, onCreating, onCreated }: ProjectsScreenProps) {
  const [search, setSearch] = useState('');
  const [words] = useDebouncedValue(search.trim(), 200);
  const [filters, setFilters] = useState(noFilters);
  const projects = useProjects(words, filters);
  const [editing, setEditing] = useState<Project>();
  const remove = useRemove();
  const start = (): void => onCreating(true);
  const narrowed = words !== '' || filterCount(filters) > 0 || projects.isPrevious;
  const none = projects.rows?.length === 0;

  return (
    <Page
      title="Projects"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={start}>
          New Project
        </Button>
      }
    >
      <ProjectsToolbar
        search={search}
        onSearch={setSearch}
        filters={filters}
        onFilters={setFilters}
        total={projects.rows && projects.total}
      />
      <ListFailure query={projects} sentence="Failed to load projects" />
      {projects.isPending && <LoadingPage />}
      {none && !narrowed && (
        <EmptyState icon={IconMap2} title="No projects found" sentence="Get started by creating your first project">
          <Button mt="xs" onClick={start}>
            Create Project
          </Button>
        </EmptyState>
      )}
      {none && narrowed && (
        <EmptyState icon={IconMapOff} title="No projects found" sentence="No project matches the search and the filters.">
          <Button
            mt="xs"
            variant="default"
            onClick={() => {
              setSearch('');
              setFilters(noFilters);
            }}
          >
            Clear search and filters
          </Button>
        </EmptyState>
      )}
      {projects.rows && projects.rows.length > 0 && (
        <CardList
          label="Projects"
          cards={projects.rows}
          idOf={({ project_id }) => project_id}
          total={projects.total}
          hasMore={projects.hasMore}
          height={290}
          onEnd={projects.onEnd}
          card={(project, props) => (
            <ProjectCard project={project} article={props} onEdit={() => setEditing(project)} onDelete={() => void remove(project)} />
          )}
        />
      )}
      <CreateProjectModal opened={creating} onClose={() => onCreating(false)} onCreated={onCreated} />
      <EditProjectModal project={editing} onClose={() => setEditing(undefined)} />
    </Page>
  );
}

/** Deletes a project after confirmation. */
function useRemove(): (project: Project) => Promise<void> {
  const confirm = useConfirm();
  const notice = useNotice();
  const { mutateAsync } = useDeleteProject();
  const { mutateAsync: restore } = useRestoreProject();
  return async ({ project_id, project_name, property_count }) => {
    const losses = property_count > 0 ? ' Its markers and properties are removed too.' : '';
    const sure = await confirm({
      sentence: `Are you sure you want to delete the project '${project_name}'?${losses}`,
      confirm: 'Delete',
      cancel: 'Keep',
    });
    if (!sure) return;
    try {
      await mutateAsync(project_id);
      notice.undo('Project deleted successfully!', () => restore(project_id));
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'Failed to delete project'));
    }
  };
}
