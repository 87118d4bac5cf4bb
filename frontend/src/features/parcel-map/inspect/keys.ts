import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Elements that use letters and arrows themselves. */
const ownKeys =
  'input, textarea, select, [contenteditable="true"], [role="slider"], [role="radio"], [role="tab"], [role="menuitem"], [role="option"]';

/** Whether the panel may act on a key pressed here: in the panel, on the map, or where nothing has the focus; never in a field. */
export function isForPanel(target: EventTarget | null, panel: HTMLElement | null): boolean {
  if (!(target instanceof Element) || target.closest(ownKeys)) return false;
  return target === document.body || panel?.contains(target) === true || target.closest('.maplibregl-canvas-container') !== null;
}

/** Calls `onKey` for keys without modifiers that are meant for the panel. It returns whether it used the key, so that the map does not. */
export function usePanelKeys(panel: RefObject<HTMLElement | null>, onKey: (key: string) => boolean): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!isForPanel(event.target, panel.current) || !onKey(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => pressed(event);
    // Before the map's own keys.
    window.addEventListener('keydown', handle, { capture: true });
    return () => window.removeEventListener('keydown', handle, { capture: true });
  }, []);
}
