import { Button } from '@mantine/core';
import { IconFileText, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { sentenceOf } from '../../api/client';
import { peopleQuery } from '../../api/queries/people';
import { projectFiltersQuery } from '../../api/queries/projects';
import { paths } from '../../lib/paths';
import { currentEmail } from '../../lib/session';
import { AssignMenu } from '../../ui/assign-menu';
import { DeleteButton } from '../../ui/delete-button';
import { useNotice } from '../../ui/dialogs';
import { ExportMenu } from '../../ui/export-menu';
import { InMore } from '../../ui/more-actions';
import { TagButtons } from '../../ui/tag-buttons';
import type { Selection } from '../../ui/use-selection';
import { useDeleteProjects, useExportProjects, useRestoreProjects, type Project } from './api';
import { LabelMenus } from './label-menus';
import { MailOwnersDialog } from './mail-owners-dialog';
import type { ProjectsView } from './projects-view';
import { useNewLetters } from './use-new-letters';
import { useSetLabels } from './use-set-labels';

/** Most projects that are changed or deleted at once. */
const most = 500;

/** Most projects whose owners are counted for a message. */
const mostMailed = 20;

/** Why so many projects cannot be changed or deleted, if they cannot. */
export const tooManyWords = (count: number): string | undefined =>
  count > most ? `At most ${most} projects can be changed or deleted at once.` : undefined;

interface ProjectActionsProps {
  readonly selection: Selection<Project>;
  /** Order of the exported rows. */
  readonly sort: ProjectsView['sort'];
}

/** Actions for the selected projects: status, category, person, tags, mail to owners, letters, export and deletion. */
export function ProjectActions({ selection, sort }: ProjectActionsProps) {
  const exporting = useExportProjects();
  const { remove, isPending: isRemoving } = useRemoveProjects(selection);
  const navigate = useNavigate();
  const letters = useNewLetters();
  const [mailing, setMailing] = useState(false);
  const look = { size: 'compact-sm', variant: 'default' } as const;
  const ids = selection.chosen.map(({ project_id }) => project_id);
  const labels = useSetLabels(ids);
  const people = useQuery(peopleQuery);
  const filters = useQuery(projectFiltersQuery);
  const tooMany = tooManyWords(ids.length);
  const [only, ...others] = selection.chosen;

  /** Of one project at once; of several after their counts. */
  function mail(): void {
    if (!only || others.length > 0) setMailing(true);
    else void navigate(paths.emailCampaign(only.project_id, { email: currentEmail() }));
  }

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
        <Button
          {...look}
          loading={letters.isPending}
          leftSection={<IconFileText size={16} aria-hidden />}
          onClick={() => letters.mutate(selection.chosen)}
        >
          Create LOIs
        </Button>
        <Button
          {...look}
          disabled={ids.length > mostMailed}
          title={ids.length > mostMailed ? `The owners of at most ${mostMailed} projects can be written to at once.` : undefined}
          leftSection={<IconMail size={16} aria-hidden />}
          onClick={mail}
        >
          E-mail owners
        </Button>
        <ExportMenu
          what={ids.length === 1 ? '1 project' : `${ids.length} projects`}
          look={{ size: 'compact-sm' }}
          loading={exporting.isPending}
          onExport={(format) => exporting.mutate({ format, sort, project_ids: ids })}
        />
        <DeleteButton question={questionOf(selection.chosen)} tooMany={tooMany} loading={isRemoving} onDelete={remove} />
      </InMore>
      {mailing && <MailOwnersDialog projects={selection.chosen} onClose={() => setMailing(false)} />}
    </>
  );
}

function questionOf(projects: readonly Project[]): string {
  const what = projects.length === 1 ? `the project '${projects[0]?.project_name ?? ''}'` : `${projects.length} projects`;
  const losses = projects.some(({ property_count }) => property_count > 0) ? ' Their markers and properties are removed too.' : '';
  return `Are you sure you want to delete ${what}?${losses}`;
}

/** Deletes the selected projects; all can be brought back at once. */
function useRemoveProjects(selection: Selection<Project>) {
  const notice = useNotice();
  const { mutateAsync, isPending } = useDeleteProjects();
  const { mutateAsync: restore } = useRestoreProjects();

  async function remove(): Promise<void> {
    try {
      const { project_ids } = await mutateAsync(selection.chosen.map(({ project_id }) => project_id));
      selection.clear();
      const done = project_ids.length === 1 ? 'Project deleted successfully!' : `${project_ids.length} projects deleted successfully!`;
      notice.undo(done, async () => {
        const restored = (await restore(project_ids)).project_ids.length;
        if (restored < project_ids.length) notice.alert(`${project_ids.length - restored} of the projects could not be restored.`);
      });
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'Failed to delete the projects'));
    }
  }
  return { remove, isPending };
}
