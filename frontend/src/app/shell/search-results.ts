import { createSpotlight } from '@mantine/spotlight';

export const [store, spotlight] = createSpotlight();

/** The results as Spotlight finds them: by an attribute, in the order of the page. */
export const shownResults = () => [
  ...(document.getElementById(store.getState().listId)?.querySelectorAll<HTMLElement>('[data-action]') ?? []),
];

/** As Spotlight, but screen readers are told too: it does not render again for the arrow keys. */
function select(shown: readonly HTMLElement[], place: number): void {
  for (const each of shown) each.removeAttribute('data-selected');
  shown[place]?.setAttribute('data-selected', 'true');
  store.setState({ ...store.getState(), selected: place });
}

/** Selects the next or previous result, in all groups and around. */
export function move(step: 1 | -1): void {
  const shown = shownResults();
  const { selected } = store.getState();
  if (shown.length === 0) return;
  const place = selected < 0 && step < 0 ? shown.length - 1 : (selected + step + shown.length) % shown.length;
  select(shown, place);
  shown[place]?.scrollIntoView({ block: 'nearest' });
}

/**
 * Spotlight selects its first result when the input changes, but responses arrive later: then the first of all is selected, or what was
 * chosen by the arrow keys (`isChosen`) stays it.
 */
export function selectAgain(isChosen: boolean): void {
  const shown = shownResults();
  const chosen = shown.findIndex((each) => each.hasAttribute('data-selected'));
  select(shown, isChosen && chosen >= 0 ? chosen : 0);
}
