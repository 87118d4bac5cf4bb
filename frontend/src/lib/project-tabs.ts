/** The tabs of a project. The header sets them and the project page shows them; the two communicate only through this event. */
export type ProjectTab = 'map' | 'properties' | 'pipeline';

const eventName = 'sitewright:project-tab';

let current: ProjectTab = 'map';

/** The current tab. */
export function currentProjectTab(): ProjectTab {
  return current;
}

/** Selects a tab. */
export function chooseProjectTab(tab: ProjectTab): void {
  if (tab === current) return;
  current = tab;
  window.dispatchEvent(new CustomEvent(eventName, { detail: tab }));
}

/** Subscribes to changes; returns the unsubscribe function. For `useSyncExternalStore`. */
export function onProjectTab(listener: () => void): () => void {
  window.addEventListener(eventName, listener);
  return () => window.removeEventListener(eventName, listener);
}
