/** The two tabs of a project. They stand in the app's header and are shown by the project page, which meet only through this event. */
export type ProjectTab = 'map' | 'properties';

const eventName = 'sitewright:project-tab';

let current: ProjectTab = 'map';

/** The tab that was chosen last. */
export function currentProjectTab(): ProjectTab {
  return current;
}

/** Chooses a tab: said by the header, or by whoever opens a project. */
export function chooseProjectTab(tab: ProjectTab): void {
  if (tab === current) return;
  current = tab;
  window.dispatchEvent(new CustomEvent(eventName, { detail: tab }));
}

/** Hears every choice until the answered function is called; fits `useSyncExternalStore`. */
export function onProjectTab(listener: () => void): () => void {
  window.addEventListener(eventName, listener);
  return () => window.removeEventListener(eventName, listener);
}
