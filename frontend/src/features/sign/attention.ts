import { useCallback, useEffect, useRef } from 'react';
import type { Attention } from './api';

/** The server counts an opening as a person's from here on. */
const certainAfter = 5_000;

export const isCertain = ({ visible_ms, input }: Attention): boolean => input && visible_ms >= certainAfter;

/** Measures how the page is used: programs that check mail open links too, and run scripts. */
export function useAttention(): () => Attention {
  const seen = useRef<{ ms: number; since: number | undefined; input: boolean }>({ ms: 0, since: undefined, input: false });
  useEffect(() => {
    const of = seen.current;
    const pause = (): void => {
      if (of.since !== undefined) of.ms += performance.now() - of.since;
      of.since = undefined;
    };
    const follow = (): void => {
      if (document.visibilityState === 'visible') of.since ??= performance.now();
      else pause();
    };
    const used = (): void => {
      of.input = true;
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    document.addEventListener('pointerdown', used, true);
    document.addEventListener('keydown', used, true);
    return () => {
      pause();
      document.removeEventListener('visibilitychange', follow);
      document.removeEventListener('pointerdown', used, true);
      document.removeEventListener('keydown', used, true);
    };
  }, []);
  return useCallback(() => {
    const { ms, since, input } = seen.current;
    return { visible_ms: Math.round(ms + (since === undefined ? 0 : performance.now() - since)), input };
  }, []);
}

/** Calls `onCertain` once when the page was used like a person does. */
export function useCertainty(attention: () => Attention, onCertain: () => void, wanted: boolean): void {
  const latest = useRef(onCertain);
  useEffect(() => {
    latest.current = onCertain;
  });
  useEffect(() => {
    if (!wanted) return;
    const timer = setInterval(() => {
      if (!isCertain(attention())) return;
      clearInterval(timer);
      latest.current();
    }, 500);
    return () => clearInterval(timer);
  }, [attention, wanted]);
}
