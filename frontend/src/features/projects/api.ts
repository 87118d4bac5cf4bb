import { useMutation, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiProblem, mainApi, sentenceOf, unwrap } from '../../api/client';
import type { components } from '../../api/generated/main-api';
import { projectsOf, projectsQuery } from '../../api/queries/projects';
import { allOf } from '../../api/queries/query';
import { setRows } from '../../api/set-rows';
import { saveFile } from '../../lib/save-file';
import { useNotice } from '../../ui/dialogs';
import { usePages } from '../../ui/use-pages';
import type { ProjectsView } from './projects-view';

export type Project = components['schemas']['Project'];
type ProjectsPage = components['schemas']['ProjectsResponse'];

const pollEvery = 5000;
const polls = 6;

/**
 * The firm's matching projects. Besides live events the list is polled every 5 s, at most 6 times after loading, and whenever the tab
 * becomes visible.
 */
export function useProjects(filter: ProjectsView['filter'], sort: ProjectsView['sort']) {
  const query = usePages(
    { ...projectsQuery(filter, sort), refetchOnWindowFocus: 'always' },
    (page) => page.projects,
    ({ project_id }) => project_id,
  );
  const { refetch } = query;
  const [left, setLeft] = useState(polls);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => {
      setLeft(left - 1);
      void refetch();
    }, pollEvery);
    return () => clearTimeout(timer);
  }, [left, refetch]);
  return query;
}

/** All projects that match, not only those of the loaded pages. */
export async function allProjects(filter: ProjectsView['filter'], sort: ProjectsView['sort']): Promise<Project[]> {
  const found: Project[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...projectsOf(filter), sort, cursor, limit: 100 };
    const page: ProjectsPage = await unwrap(mainApi.GET('/api/projects', { params: { query } }));
    found.push(...page.projects);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

const endpoint = ['main', '/api/projects'] as const;

/** Refetches the projects and what they can be filtered by. */
function refresh(cache: QueryClient): Promise<void> {
  void cache.invalidateQueries(allOf(['main', '/api/get_project_filters']));
  return cache.invalidateQueries(allOf(endpoint));
}

type ProjectFields = components['schemas']['ProjectFields'];

/** Creates a project and returns its id. A response without one is a failure, whatever its status. */
export function useCreateProject() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (fields: ProjectFields) => {
      const answer: { project_id?: string; projectId?: string; message?: string } = await unwrap(
        mainApi.POST('/api/create_project', { body: fields }),
      );
      const id = answer.project_id ?? answer.projectId;
      if (!id) throw new ApiProblem(200, answer);
      return id;
    },
    onSuccess: () => refresh(cache),
  });
}

export function useUpdateProject() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: components['schemas']['UpdateProjectRequest']) => unwrap(mainApi.POST('/api/update_project', { body })),
    onSuccess: () => refresh(cache),
  });
}

export function useDeleteProject() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (projectId: string) => unwrap(mainApi.POST('/api/delete_project', { body: { project_id: projectId } })),
    onSuccess: (_, projectId) => {
      const isOther = (project: Project): boolean => project.project_id !== projectId;
      cache.setQueriesData<InfiniteData<ProjectsPage>>(
        allOf(endpoint, { pages: true }),
        (list) =>
          list && {
            ...list,
            pages: list.pages.map((page) => ({ ...page, projects: page.projects.filter(isOther) })),
          },
      );
      return refresh(cache);
    },
  });
}

export type ProjectChange = components['schemas']['ProjectChange'];
export type ProjectLabels = components['schemas']['Labels'];

/** Changes fields, tags or person of several projects at once, each as given. */
export function useChangeProjects() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (changes: ProjectChange[]) => unwrap(mainApi.POST('/api/change_projects', { body: { changes } })),
    onSuccess: ({ changed }) => {
      const saved = new Map(changed.map(({ project_id, after }) => [project_id, after]));
      setRows<Project>(cache, endpoint, 'projects', (project) => ({ ...project, ...saved.get(project.project_id) }));
    },
    onSettled: () => refresh(cache),
  });
}

type ProjectField = 'project_name' | 'description' | 'status' | 'category' | 'progress';

/**
 * Saves a field of a project as typed, with 'Undo' while nobody changed the project; returns why it could not be saved. `name` is what was
 * edited, such as 'Status of North'.
 */
export function useEditProject() {
  const { mutateAsync } = useChangeProjects();
  const notice = useNotice();

  async function set(change: ProjectChange) {
    const [changed] = (await mutateAsync([change])).changed;
    return changed;
  }

  return async ({ project_id }: Project, field: ProjectField, text: string, name: string): Promise<string | undefined> => {
    if (field === 'progress' && !/^\d{1,3}$/.test(text)) return 'Use a percentage from 0 to 100.';
    try {
      const changed = await set({ project_id, [field]: field === 'progress' ? Number(text) : text });
      if (!changed) return 'This project was deleted meanwhile.';
      const { before, after } = changed;
      notice.undo(`${name} saved.`, async () => {
        const back = await set({ project_id, [field]: before[field], expected: after });
        if (!back) throw new Error('The project was changed by somebody meanwhile.');
      });
      return undefined;
    } catch (reason) {
      return (reason instanceof ApiProblem && reason.fields[field]) || sentenceOf(reason, 'The project could not be saved.');
    }
  };
}

/** Deletes several projects at once. */
export function useDeleteProjects() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (project_ids: string[]) => unwrap(mainApi.POST('/api/delete_projects', { body: { project_ids } })),
    onSettled: () => refresh(cache),
  });
}

/** Restores several just deleted projects. */
export function useRestoreProjects() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (project_ids: string[]) => unwrap(mainApi.POST('/api/restore_projects', { body: { project_ids } })),
    onSettled: () => refresh(cache),
  });
}

/** Makes a file of projects and lets the browser save it. */
export function useExportProjects() {
  const notice = useNotice();
  return useMutation({
    mutationFn: async (body: components['schemas']['ExportProjectsRequest']) => {
      const file = await unwrap(mainApi.POST('/api/export_projects', { body, parseAs: 'blob' }));
      saveFile(file, `projects-${new Date().toISOString().slice(0, 10)}.${body.format}`);
    },
    onError: (reason) => notice.alert(sentenceOf(reason, 'The projects could not be exported. Please try again.')),
  });
}

/** Restores a just deleted project. */
export function useRestoreProject() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (projectId: string) => unwrap(mainApi.POST('/api/restore_project', { body: { project_id: projectId } })),
    onSuccess: () => refresh(cache),
  });
}
