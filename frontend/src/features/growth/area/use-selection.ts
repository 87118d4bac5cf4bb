import { useEffect, useRef, useState } from 'react';
import type { Area } from './area';

/**
 * The selected area and the pen that draws it. Until somebody selects or clears, it is the area of the run at hand: a reload or a
 * colleague's link brings it back.
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
    /** What the map brings into view. */
    inView: asked ?? ofRun,
    sketch: setChosen,
    select,
    /** Selects an area and brings it into view, again if it was before. */
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

/** Calls when Esc is pressed, while it matters. */
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
