import { useState } from 'react';
import { isSame } from './criteria';
import type { Criteria, ProjectCriteria } from './types';

/** Changed criteria that are not saved yet, and what they were changed from. */
interface Draft {
  readonly criteria: Criteria;
  readonly base: { readonly version: number; readonly criteria: Criteria };
}

const keyOf = (projectId: string) => `criteria_draft:${projectId}`;

function stored(projectId: string): Draft | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(projectId)) ?? 'null') as Draft | undefined;
  } catch {
    return undefined;
  }
}

/** Keeps other criteria than the saved ones as changes that are not saved yet. */
export function keepDraft({ project_id, criteria: saved, version }: ProjectCriteria, criteria: Criteria): void {
  const draft: Draft = { criteria, base: { version, criteria: saved } };
  sessionStorage.setItem(keyOf(project_id), JSON.stringify(draft));
}

/**
 * The criteria that are shown: the project's, or with changes that are not saved yet. Changes stay in this tab while another view of the
 * drawer or another page is open.
 */
export function useDraft({ project_id, criteria, version }: ProjectCriteria) {
  const [draft, setDraft] = useState(() => stored(project_id) ?? undefined);

  function keep(next: Draft | undefined): void {
    if (next) sessionStorage.setItem(keyOf(project_id), JSON.stringify(next));
    else sessionStorage.removeItem(keyOf(project_id));
    setDraft(next);
  }

  const changed = draft !== undefined && !isSame(draft.criteria, criteria);
  return {
    criteria: changed ? draft.criteria : criteria,
    /** Whether there is something to save. */
    changed,
    /** Whether somebody saved other criteria since these were changed. */
    overtaken: changed && draft.base.version !== version,
    /** The version that these were changed from. */
    version: changed ? draft.base.version : version,
    change: (next: Criteria) => {
      const base = changed ? draft.base : { version, criteria };
      keep(isSame(next, base.criteria) && base.version === version ? undefined : { criteria: next, base });
    },
    /** Drops the changes. */
    drop: () => keep(undefined),
    /** Drops the changes that were saved; what was changed meanwhile is kept as changes of what is saved now. */
    settle: (sent: Criteria, now: Draft['base']) => {
      const kept = stored(project_id);
      keep(kept && !isSame(kept.criteria, sent) ? { criteria: kept.criteria, base: now } : undefined);
    },
  };
}
