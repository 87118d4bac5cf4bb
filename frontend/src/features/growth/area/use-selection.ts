import { useEffect, useRef, useState } from 'react';
import type { Area } from './area';

/** The selected area and the pen that draws it. */
export function useSelection() {
  const [area, setArea] = useState<Area>();
  const [drawing, setDrawing] = useState(false);
  const [missing, setMissing] = useState(false);
  useEscape(drawing, () => setDrawing(false));

  function select(next: Area | undefined): void {
    setArea(next);
    setDrawing(false);
    setMissing(false);
  }

  return { area, sketch: setArea, select, drawing, setDrawing, missing, setMissing };
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
