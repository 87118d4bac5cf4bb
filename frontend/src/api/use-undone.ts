import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { undoneQuery } from './queries/undone';

interface Undone<T> {
  /** The next message that the form could not take yet. */
  readonly held: T | undefined;
  /** Keeps a message for the form; returns whether the form is shown. */
  readonly keep: (message: T) => boolean;
  /** Gives the held message to the form now, and keeps `instead`, if given. */
  readonly bringBack: (instead: T | undefined) => void;
}

/**
 * Messages of a form whose sending was undone. They are kept, also while the form is not shown, until it can take them. `form` tells it from
 * other forms; only the signed-in user's own session has them.
 */
export function useUndone<T>(form: readonly unknown[], canTake: (message: T) => boolean, onTake: (message: T) => void): Undone<T> {
  const cache = useQueryClient();
  const query = undoneQuery<T>(form);
  const next = useQuery(query).data?.[0];
  const isDue = next !== undefined && canTake(next);

  const set = (change: (kept: readonly T[]) => readonly T[]): void => {
    cache.setQueryData<readonly T[]>(query.queryKey, (kept = []) => change(kept));
  };

  function bringBack(instead: T | undefined): void {
    if (next === undefined) return;
    set((kept) => [...kept.filter((each) => each !== next), ...(instead === undefined ? [] : [instead])]);
    onTake(next);
  }

  const take = useEffectEvent(() => bringBack(undefined));
  useEffect(() => {
    if (isDue) take();
  }, [isDue, next]);

  return {
    held: isDue ? undefined : next,
    keep: (message) => {
      set((kept) => [...kept, message]);
      return (cache.getQueryCache().find({ queryKey: query.queryKey, exact: true })?.getObserversCount() ?? 0) > 0;
    },
    bringBack,
  };
}
