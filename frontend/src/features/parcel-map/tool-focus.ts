import { useEffect } from 'react';

/** Tools of the map by their accessible names. */
type Tool = 'Layers' | 'Lists beside the map' | 'Measure' | 'Select parcels';

/** Gives the focus to a tool, unless it was moved on: for what ends while it has the focus. */
export function focusTool(tool: Tool): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>(`[aria-label="${tool}"]`)?.focus({ preventScroll: true });
}

/** Gives the focus to a tool when the component goes while it has it. */
export function useToolAfter(tool: Tool): void {
  useEffect(() => () => focusTool(tool), [tool]);
}
