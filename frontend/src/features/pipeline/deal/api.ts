/** API of a deal's notes and tasks. */
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { propertyApi, unwrap } from '../../../api/client';
import type { components } from '../../../api/generated/property-api';
import { peopleQuery } from '../../../api/queries/people';
import { useStale } from '../../../api/use-stale';
import { mentionedIn, type Mentionable } from '../../../lib/mentions';

type Schemas = components['schemas'];
export type DealEdit = Schemas['DealEdit'];
export type DealNote = Schemas['DealNote'];
export type DealSpan = Schemas['DealSpan'];
export type DealTask = Schemas['DealTask'];
export type Offer = Schemas['Offer'];

/** A property in a project. */
export interface DealKey {
  readonly project_id: string;
  readonly property_id: string;
}

/** The people whom a text mentions; `known` are mentioned already, and can have left the firm. */
async function mentionsOf(cache: QueryClient, text: string, known: readonly Mentionable[]): Promise<string[]> {
  if (!text.includes('@')) return [];
  const people = await cache.query(peopleQuery);
  return mentionedIn(text, [...people, ...known]);
}

export function useAddNote(key: DealKey) {
  const cache = useQueryClient();
  const stale = useStale(['property', '/deal_notes']);
  return useMutation({
    mutationFn: async (text: string) => {
      const mentions = await mentionsOf(cache, text, []);
      return unwrap(propertyApi.POST('/deal_notes', { body: { ...key, text, mentions } }));
    },
    onSuccess: stale,
  });
}

/** Changes a note. */
export function useEditNote({ note_id, version, mentions: known }: DealNote) {
  const cache = useQueryClient();
  const stale = useStale(['property', '/deal_notes']);
  return useMutation({
    mutationFn: async (text: string) => {
      const body = { text, version, mentions: await mentionsOf(cache, text, known) };
      return unwrap(propertyApi.PATCH('/deal_notes/{note_id}', { params: { path: { note_id } }, body }));
    },
    onSettled: stale,
  });
}

export function useDeleteNote({ note_id }: DealNote) {
  const stale = useStale(['property', '/deal_notes']);
  return useMutation({
    mutationFn: () => unwrap(propertyApi.DELETE('/deal_notes/{note_id}', { params: { path: { note_id } } })),
    onSettled: stale,
  });
}

/** What a new task consists of. */
export interface NewTask {
  readonly title: string;
  readonly due_on: string | null;
  readonly assigned_to: string;
}

export function useAddTask(key: DealKey) {
  const stale = useStale(['property', '/deal_tasks'], ['property', '/pipeline']);
  return useMutation({
    mutationFn: (task: NewTask) => unwrap(propertyApi.POST('/deal_tasks', { body: { ...key, ...task } })),
    onSuccess: stale,
  });
}

/** Changes a task. */
export function useChangeTask() {
  const stale = useStale(['property', '/deal_tasks'], ['property', '/pipeline']);
  return useMutation({
    mutationFn: ({ task, ...what }: { task: Pick<DealTask, 'task_id' | 'version'> } & Partial<NewTask> & { done?: boolean }) =>
      unwrap(
        propertyApi.POST('/deal_tasks/{task_id}', {
          params: { path: { task_id: task.task_id } },
          body: { ...what, version: task.version },
        }),
      ),
    onSettled: stale,
  });
}
