import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiProblem, mainApi, unwrap } from '../../api/client';
import type { components } from '../../api/generated/main-api';
import { projectsQuery } from '../../api/queries/projects';
import { allOf } from '../../api/queries/query';

export type Project = components['schemas']['Project'];

const pollEvery = 5000;
const polls = 6;

/**
 * The firm's projects. Besides live events the list is polled every 5 s, at most 6 times after loading, and whenever the tab becomes
 * visible.
 */
export function useProjects() {
  const query = useSuspenseQuery({ ...projectsQuery, refetchOnWindowFocus: 'always' });
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

const allProjects = allOf(['main', '/api/projects']);

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
    onSuccess: () => cache.invalidateQueries(allProjects),
  });
}

export function useUpdateProject() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: components['schemas']['UpdateProjectRequest']) => unwrap(mainApi.POST('/api/update_project', { body })),
    onSuccess: () => cache.invalidateQueries(allProjects),
  });
}

export function useDeleteProject() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (projectId: string) => unwrap(mainApi.POST('/api/delete_project', { body: { project_id: projectId } })),
    onSuccess: (_, projectId) => {
      cache.setQueryData(
        projectsQuery.queryKey,
        (all) => all && { ...all, projects: all.projects.filter(({ project_id }) => project_id !== projectId) },
      );
      return cache.invalidateQueries(allProjects);
    },
  });
}

/** Restores a just deleted project. */
export function useRestoreProject() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (projectId: string) => unwrap(mainApi.POST('/api/restore_project', { body: { project_id: projectId } })),
    onSuccess: () => cache.invalidateQueries(allProjects),
  });
}
