/** Text of the draft's save state. */
import type { DraftState } from './draft-keeper';

const time = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** A time as '23:04', with its date if that is not today: 'Nov 20, 23:04'. */
export function clock(moment: string, now = new Date()): string {
  const at = new Date(moment);
  return at.toDateString() === now.toDateString() ? time.format(at) : `${day.format(at)}, ${time.format(at)}`;
}

export function saveState({ phase, savedAt, reason }: DraftState): string {
  switch (phase) {
    case 'clean':
      return '';
    case 'edited':
    case 'saving':
      return 'Saving…';
    case 'saved':
      return savedAt === undefined ? '' : `Saved ${clock(savedAt)}`;
    case 'retrying':
      return 'Not saved, retrying';
    case 'refused':
      return `Not saved: ${reason ?? 'the server refused it.'}`;
    case 'conflict':
      return 'Not saved';
  }
}
