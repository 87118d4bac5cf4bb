import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useState } from 'react';

const frame = 250;
/** With reduced motion each year is shown longer. */
const calmFrame = 1500;

/** Steps through years and stops at the last one; playing from the end restarts. */
export function usePlayer(first: number, last: number) {
  const [chosen, setYear] = useState<number>();
  const [playing, setPlaying] = useState(false);
  const calm = useReducedMotion();
  // A result opens on its last year; another result may have other years.
  const year = chosen === undefined ? last : Math.min(Math.max(chosen, first), last);

  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(
      () => {
        if (year >= last) setPlaying(false);
        else setYear(year + 1);
      },
      calm ? calmFrame : frame,
    );
    return () => clearTimeout(timer);
  }, [playing, year, last, calm]);

  return {
    year,
    playing,
    show: (next: number) => {
      setPlaying(false);
      setYear(next);
    },
    toggle: () => {
      if (!playing && year >= last) setYear(first);
      setPlaying(!playing);
    },
  };
}

export type Player = ReturnType<typeof usePlayer>;
