import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMap2, IconMapOff, IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { sentenceOf } from '../../api/client';
import { CardList } from '../../ui/card-list';
import { useConfirm, useNotice } from '../../ui/dialogs';
import { EmptyState } from '../../ui/empty-state';
import { ExportMenu } from '../../ui/export-menu';
import { LoadingPage } from '../../ui/loading-page';
import { Page } from '../../ui/page';
import { ListFailure } from '../../ui/query-panel';
import { SelectionBar } from '../../ui/selection-bar';
import { useSelection } from '../../ui/use-selection';
import { allProjects, useDeleteProject, useExportProjects, useProjects, useRestoreProject, type Project } from './api';
import { ProjectActions, tooManyWords } from './project-actions';
import { ProjectCard } from './project-card';
import { CreateProjectModal, EditProjectModal } from './project-modal';
import { ProjectsToolbar } from './projects-toolbar';
import { filterCount, plainProjects, totalsOf, totalsWords, type ProjectsView } from './projects-view';

interface ProjectsScreenProps {
  readonly creating: boolean;
  readonly onCreating: (creating: boolean) => void;
  /** Called with the new project's id. */
  readonly onCreated: (projectId: string) => void;
  /** What the list shows at first; all projects if it is missing. */
  readonly initial?: ProjectsView;
  /** The menu of saved views. */
  readonly views?: (view: ProjectsView, onApply: (view: ProjectsView) => void) => ReactNode;
}

const noProjects: readonly Project[] = [];
/** Of a field of a card, in pixels. */
const fieldHeight = 34;
const idOf = ({ project_id }: Project): string => project_id;

/** /projects: the firm's projects as cards. */
export function ProjectsScreen({ creating, onCreating, onCreated, initial = plainProjects, views }: ProjectsScreenProps) {
  const [view, setView] = useState(initial);
  const { sort } = view;
  const [words] = useDebouncedValue(view.filter.q?.trim() ?? '', 200);
  const filter = { ...view.filter, q: words || null };
  const projects = useProjects(filter, sort);
  const selection = useSelection(projects.rows ?? noProjects, idOf, () => selectAll());
  const exporting = useExportProjects();
  const [editing, setEditing] = useState<Project>();
  const remove = useRemove();
  const notice = useNotice();
  const start = (): void => onCreating(true);

  async function selectAll(): Promise<void> {
    try {
      selection.add(await allProjects(filter, sort));
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'Failed to load projects'));
    }
  }

  const narrowed = words !== '' || filterCount(view) > 0 || projects.isPrevious;

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
        view={view}
        onChange={setView}
        total={projects.rows && projects.total}
        totals={projects.first?.totals}
        views={views?.(view, setView)}
      >
        <ExportMenu
          what="all projects of the list"
          loading={exporting.isPending}
          onExport={(format) => exporting.mutate({ format, filter, sort })}
        />
      </ProjectsToolbar>
      <ListFailure query={projects} sentence="Failed to load projects" />
      {projects.isPending && <LoadingPage />}
      {projects.rows && (
        <CardList
          label="Projects"
          cards={projects.rows}
          idOf={idOf}
          total={projects.total}
          hasMore={projects.hasMore}
          height={290 + fieldHeight * view.columns.length}
          onEnd={projects.onEnd}
          onView={projects.onView}
          empty={
            narrowed ? (
              <EmptyState icon={IconMapOff} title="No projects found" sentence="No project matches the search and the filters.">
                <Button mt="xs" variant="default" onClick={() => setView({ ...view, filter: {} })}>
                  Clear search and filters
                </Button>
              </EmptyState>
            ) : (
              <EmptyState icon={IconMap2} title="No projects found" sentence="Get started by creating your first project">
                <Button mt="xs" onClick={start}>
                  Create Project
                </Button>
              </EmptyState>
            )
          }
          card={(project, props) => (
            <ProjectCard
              project={project}
              article={props}
              columns={view.columns}
              selection={selection}
              onEdit={() => setEditing(project)}
              onDelete={() => void remove(project)}
            />
          )}
        />
      )}
      <SelectionBar
        selection={selection}
        one="project"
        many="projects"
        total={projects.total}
        onAll={selectAll}
        figures={tooManyWords(selection.count) ?? totalsWords(totalsOf(selection.chosen))}
      >
        <ProjectActions selection={selection} sort={sort} />
      </SelectionBar>
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
