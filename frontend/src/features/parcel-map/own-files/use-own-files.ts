import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FeatureCollection, Geometry } from 'geojson';
import { collection } from '../geometry';
import type { Shown } from '../layers';
import type { Shape } from '../selection/file/shapes';

/** Told apart on imagery and on streets: as many as files, each with its own. */
const colours = ['#c026d3', '#0e7490', '#c2410c', '#4d7c0f', '#6d28d9'] as const;
export const mostFiles = colours.length;

/** A file of the person's own, on the map. */
export interface OwnFile extends Shown {
  /** From 1. The number of one that was removed is free again. */
  readonly slot: number;
  readonly name: string;
  readonly colour: string;
  readonly shapes: FeatureCollection<Geometry, Shape['properties']>;
}

const none: readonly OwnFile[] = [];

/**
 * Files that the map of a project shows, in the order they were added. They stay in the browser, until it leaves the page or somebody else
 * signs in: what queries keep is dropped then.
 */
export function useOwnFiles(projectId: string) {
  const client = useQueryClient();
  const queryKey = ['own_files', projectId];
  const { data: files = none } = useQuery<readonly OwnFile[]>({
    queryKey,
    queryFn: skipToken,
    gcTime: Infinity,
    // Shapes may be many, and are never changed.
    structuralSharing: false,
  });
  const change = (next: (files: readonly OwnFile[]) => readonly OwnFile[]) =>
    client.setQueryData<readonly OwnFile[]>(queryKey, (before = none) => next(before));
  return {
    files,
    add: (name: string, shapes: readonly Shape[]) => {
      const index = colours.findIndex((_, at) => files.every(({ slot }) => slot !== at + 1));
      const colour = colours[index];
      if (colour === undefined) return;
      change((before) => [...before, { slot: index + 1, name, colour, on: true, opacity: 1, shapes: collection(shapes) }]);
    },
    show: (slot: number, shown: Shown) => change((before) => before.map((file) => (file.slot === slot ? { ...file, ...shown } : file))),
    remove: (slot: number) => change((before) => before.filter((file) => file.slot !== slot)),
  };
}
