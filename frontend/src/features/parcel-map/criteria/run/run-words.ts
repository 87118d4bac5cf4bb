import { grouped } from '../../../../lib/format';
import type { SearchRun } from '../types';

/** What came of a run, for lists: '214 fit of 94,112', 'Failed'. */
export function outcomeOf({ state, counts, judged, total }: SearchRun): string {
  switch (state) {
    case 'queued':
      return 'Waiting';
    case 'running':
      return total === null ? 'Counting' : `${grouped(judged)} of ${grouped(total)} judged`;
    case 'done':
      return counts ? `${grouped(counts.fit)} fit of ${grouped(counts.judged)}` : 'Done';
    case 'failed':
      return 'Failed';
    case 'cancelled':
      return 'Cancelled';
  }
}
