import { useLocation, useNavigate, useSearchParams } from 'react-router';

/**
 * The run that is shown and the earlier one that it is compared with. In the URL, so that reloads and links restore them; the view of the
 * map stays in its fragment.
 */
export function useSearchPage() {
  const [query] = useSearchParams();
  const state: unknown = useLocation().state;
  const navigate = useNavigate();

  function change(parts: Readonly<Record<'search' | 'beside', string | undefined>>): void {
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(parts)) {
      if (value === undefined) next.delete(name);
      else next.set(name, value);
    }
    void navigate({ search: next.toString(), hash: window.location.hash }, { replace: true, state });
  }

  const run = query.get('search') ?? undefined;
  return {
    run,
    beside: query.get('beside') ?? undefined,
    show: (runId: string | undefined) => change({ search: runId, beside: undefined }),
    compare: (later: string, earlier: string) => change({ search: later, beside: earlier }),
    endComparing: () => change({ search: run, beside: undefined }),
  };
}
