import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../api/client';
import { peopleQuery } from '../../api/queries/people';
import { projectFiltersQuery } from '../../api/queries/projects';
import { AssignMenu } from '../../ui/assign-menu';
import { useConfirm, useNotice } from '../../ui/dialogs';
import { ExportMenu } from '../../ui/export-menu';
import { InMore } from '../../ui/more-actions';
import { TagButtons } from '../../ui/tag-buttons';
import type { Selection } from '../../ui/use-selection';
import { useDeleteProjects, useExportProjects, useRestoreProjects, type Project } from './api';
import { LabelMenus } from './label-menus';
import type { ProjectsView } from './projects-view';
import { useSetLabels } from './use-set-labels';

/** Most projects that are changed or deleted at once. */
const most = 500;

/** Why so many projects cannot be changed or deleted, if they cannot. */
export const tooManyWords = (count: number): string | undefined =>
  count > most ? `At most ${most} projects can be changed or deleted at once.` : undefined;

interface ProjectActionsProps {
  readonly selection: Selection<Project>;
  /** Order of the exported rows. */
  readonly sort: ProjectsView['sort'];
}

/** Actions for the selected projects: status, category, person, tags, export and deletion. */
export function ProjectActions({ selection, sort }: ProjectActionsProps) {
  const exporting = useExportProjects();
  const remove = useRemoveProjects(selection);
  const ids = selection.chosen.map(({ project_id }) => project_id);
  const labels = useSetLabels(ids);
  const people = useQuery(peopleQuery);
  const filters = useQuery(projectFiltersQuery);
  const tooMany = tooManyWords(ids.length);
  return (
    <>
      <LabelMenus ids={ids} tooMany={tooMany} />
      <InMore ifNarrow>
        <AssignMenu
          people={people}
          loading={labels.isPending}
          disabled={tooMany !== undefined}
          withNobody
          onAssign={(assigned_to, done) =>
            void labels.set(
              { assigned_to },
              (before) => ({ assigned_to: before.assigned_to }),
              (of) => `${done}: ${of}`,
            )
          }
        />
        <TagButtons
          known={filters.data?.tags}
          loading={labels.isPending}
          disabled={tooMany !== undefined}
          onTag={({ kind, tags }, done) =>
            void labels.set(
              { [kind]: tags },
              (before) => ({ tags: before.tags }),
              (of) => `${done}: ${of}`,
            )
          }
        />
      </InMore>
      <InMore>
        <ExportMenu
          what={ids.length === 1 ? '1 project' : `${ids.length} projects`}
          look={{ size: 'compact-sm' }}
          loading={exporting.isPending}
          onExport={(format) => exporting.mutate({ format, sort, project_ids: ids })}
        />
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          disabled={tooMany !== undefined}
          title={tooMany}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => void remove()}
        >
          Delete
        </Button>
      </InMore>
    </>
  );
}

/** Deletes the selected projects after confirmation; all can be brought back at once. */
function useRemoveProjects(selection: Selection<Project>): () => Promise<void> {
  const confirm = useConfirm();
  const notice = useNotice();
  const { mutateAsync } = useDeleteProjects();
  const { mutateAsync: restore } = useRestoreProjects();
  return async () => {
    const projects = selection.chosen;
    const what = projects.length === 1 ? `the project '${projects[0]?.project_name ?? ''}'` : `${projects.length} projects`;
    const losses = projects.some(({ property_count }) => property_count > 0) ? ' Their markers and properties are removed too.' : '';
    const sure = await confirm({ sentence: `Are you sure you want to delete ${what}?${losses}`, confirm: 'Delete', cancel: 'Keep' });
    if (!sure) return;
    try {
      const { project_ids } = await mutateAsync(projects.map(({ project_id }) => project_id));
      selection.clear();
      const done = project_ids.length === 1 ? 'Project deleted successfully!' : `${project_ids.length} projects deleted successfully!`;
      notice.undo(done, async () => {
        const restored = (await restore(project_ids)).project_ids.length;
        if (restored < project_ids.length) notice.alert(`${project_ids.length - restored} of the projects could not be restored.`);
      });
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'Failed to delete the projects'));
    }
  };
}
