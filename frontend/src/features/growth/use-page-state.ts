import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { areaOf } from './area/area';

/** Ids of the current run and of the compared one, and the area that a link selects. Kept in the URL, so that reloads and links restore them. */
export function usePageState() {
  const [query, setQuery] = useSearchParams();

  function change(parts: Readonly<Record<'run' | 'beside', string | undefined>>): void {
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(parts)) {
          if (value === undefined) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  }

  const run = query.get('run') ?? undefined;
  const area = query.get('area');
  return {
    run,
    area: useMemo(() => areaOf(area), [area]),
    beside: query.get('beside') ?? undefined,
    show: (runId: string | undefined) => change({ run: runId, beside: undefined }),
    showBeside: (runId: string | undefined) => change({ run, beside: runId }),
  };
}
