/** Presence: reports that this user edits the letter, and shows others who do. Not stored; a user expires 30 s after the last report. */
import { useEffect, useState } from 'react';
import { onChange } from '../../api/live';
import { currentUserId } from '../../lib/session';
import { tellPresence } from './api';

/** Report interval and expiry, in milliseconds. */
const [said, believed] = [10_000, 30_000];

interface Presence {
  place: string;
  user_id: string;
  name: string;
  editing: boolean;
}

/** Names of the others who edit at `place`. */
export function useOthers(place: string): readonly string[] {
  const [others, setOthers] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const forget = (who: string): void => setOthers((before) => new Map([...before].filter(([id]) => id !== who)));
    const stop = onChange(({ type, data }) => {
      if (type !== 'presence.changed') return;
      const { place: where, user_id: who, name, editing } = data as Presence;
      if (where !== place || who === currentUserId()) return;
      clearTimeout(timers.get(who));
      if (!editing) {
        forget(who);
        return;
      }
      timers.set(
        who,
        setTimeout(() => forget(who), believed),
      );
      setOthers((before) => (before.get(who) === name ? before : new Map([...before, [who, name]])));
    });
    return () => {
      stop();
      timers.forEach((timer) => clearTimeout(timer));
    };
  }, [place]);
  return [...others.values()];
}

/** Reports that this user edits at `place`, while `editing` is true and the page is visible. */
export function useTellPresence(place: string, editing: boolean): void {
  useEffect(() => {
    if (!editing) return;
    const tell = (): void => {
      if (document.visibilityState === 'visible') void tellPresence(place, true);
    };
    tell();
    const timer = setInterval(tell, said);
    return () => {
      clearInterval(timer);
      void tellPresence(place, false);
    };
  }, [place, editing]);
}
