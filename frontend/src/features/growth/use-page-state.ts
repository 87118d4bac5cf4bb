import { useSearchParams } from 'react-router';

/** Ids of the current run and of the compared one. Kept in the URL, so that reloads and links restore them. */
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
  return {
    run,
    beside: query.get('beside') ?? undefined,
    show: (runId: string | undefined) => change({ run: runId, beside: undefined }),
    showBeside: (runId: string | undefined) => change({ run, beside: runId }),
  };
}
