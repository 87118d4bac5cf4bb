import { useEffect, useRef } from 'react';
import { currentUserId } from '../../../lib/session';
import { useRuns } from '../api/runs';
import { hasEnded } from '../api/types';

/** Whoever comes back while a simulation of theirs is under way finds it on the page, though the address names none. */
export function useRunUnderWay(shown: string | undefined, show: (runId: string) => void): void {
  const runs = useRuns('prediction');
  const looked = useRef(false);
  useEffect(() => {
    // Only on arrival: later on it would undo what somebody cleared.
    if (looked.current || !runs.data) return;
    looked.current = true;
    const own = runs.data.find((run) => !hasEnded(run) && run.created_by === currentUserId());
    if (own && shown === undefined) show(own.run_id);
  }, [runs.data, shown, show]);
}
