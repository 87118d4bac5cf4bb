import { useEffect, useRef, useState } from 'react';
import type { Area } from './area';

/**
 * The selected area and drawing. Until the user selects or clears, it is the area of the current run, so that a reload or a link restores
 * it.
 */
export function useSelection(ofRun: Area | undefined) {
  const [chosen, setChosen] = useState<Area | null>();
  const [asked, setAsked] = useState<Area>();
  const [drawing, setDrawing] = useState(false);
  const [missing, setMissing] = useState(false);
  useEscape(drawing, () => setDrawing(false));

  function select(next: Area | undefined): void {
    setChosen(next ?? null);
    setDrawing(false);
    setMissing(false);
  }

  return {
    area: chosen === undefined ? ofRun : (chosen ?? undefined),
    /** Area to fit in the view. */
    inView: asked ?? ofRun,
    sketch: setChosen,
    select,
    /** Selects an area and fits it in the view, also if it is already selected. */
    show: (next: Area) => {
      select(next);
      setAsked({ ...next });
    },
    drawing,
    setDrawing,
    missing,
    setMissing,
  };
}

/** Calls `act` on Esc while `active`. */
function useEscape(active: boolean, act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!active) return;
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Escape') latest.current();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [active]);
}

export type Selection = ReturnType<typeof useSelection>;
