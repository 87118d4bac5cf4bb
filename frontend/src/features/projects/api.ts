import { useMutation, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiProblem, mainApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/main-api';
import { projectsQuery, type ProjectFilters } from '../../api/queries/projects';
import { allOf } from '../../api/queries/query';
import { usePages } from '../../ui/use-pages';

export type Project = components['schemas']['Project'];
type ProjectsPage = components['schemas']['ProjectsResponse'];

const pollEvery = 5000;
const polls = 6;

/**
 * The firm's matching projects. Besides live events the list is polled every 5 s, at most 6 times after loading, and whenever the tab
 * becomes visible.
 */
export function useProjects(words: string, filters: ProjectFilters) {
  const query = usePages({ ...projectsQuery(words, filters), refetchOnWindowFocus: 'always' }, (page) => page.projects);
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

/** Restores a just deleted project. */
export function useRestoreProject() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (projectId: string) => unwrap(mainApi.POST('/api/restore_project', { body: { project_id: projectId } })),
    onSuccess: () => refresh(cache),
  });
}
