import { Button, SimpleGrid } from '@mantine/core';
import { IconMap2, IconMapOff, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { useConfirm, useNotice } from '../../ui/dialogs';
import { EmptyState } from '../../ui/empty-state';
import { Page } from '../../ui/page';
import { QueryFailure } from '../../ui/query-panel';
import { useDeleteProject, useProjects, useRestoreProject, type Project } from './api';
import { everything, findProjects } from './find';
import { ProjectCard } from './project-card';
import { CreateProjectModal, EditProjectModal } from './project-modal';
import { ProjectsToolbar } from './projects-toolbar';

export const noProjects = 'Failed to load projects';

interface ProjectsScreenProps {
  readonly creating: boolean;
  readonly onCreating: (creating: boolean) => void;
  /** Called with the new project's id. */
  readonly onCreated: (projectId: string) => void;
}

/** /projects: the firm's projects as cards. */
export function ProjectsScreen({ creating, onCreating, onCreated }: ProjectsScreenProps) {
  const projects = useProjects();
  const [wanted, setWanted] = useState(everything);
  const [editing, setEditing] = useState<Project>();
  const remove = useRemove();
  const all = projects.data;
  const shown = findProjects(all, wanted);
  const start = (): void => onCreating(true);

  return (
    <Page
      title="Projects"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={start}>
          New Project
        </Button>
      }
    >
      <QueryFailure query={projects} sentence={noProjects} />
      <ProjectsToolbar projects={all} wanted={wanted} onChange={setWanted} />
      {all.length === 0 && (
        <EmptyState icon={IconMap2} title="No projects found" sentence="Get started by creating your first project">
          <Button mt="xs" onClick={start}>
            Create Project
          </Button>
        </EmptyState>
      )}
      {all.length > 0 && shown.length === 0 && (
        <EmptyState icon={IconMapOff} title="No projects found" sentence="No project fits the search and the filters.">
          <Button mt="xs" variant="default" onClick={() => setWanted(everything)}>
            Clear search and filters
          </Button>
        </EmptyState>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {shown.map((project) => (
          <ProjectCard
            key={project.project_id}
            project={project}
            onEdit={() => setEditing(project)}
            onDelete={() => void remove(project)}
          />
        ))}
      </SimpleGrid>
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
    const losses = property_count > 0 ? ' Its markers and properties leave it too.' : '';
    const sure = await confirm({
      sentence: `Are you sure you want to delete the project ‘${project_name}’?${losses}`,
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
