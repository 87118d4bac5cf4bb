/** Undo by Ctrl+Z or ⌘Z: of the newest notice that is still shown. */
const offers = new Map<string, () => void>();

/** What takes the chord itself. */
const fields = 'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable="true"]';

function pressed(event: KeyboardEvent): void {
  const isChord = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z';
  if (!isChord || event.defaultPrevented) return;
  if (event.target instanceof Element && event.target.closest(fields)) return;
  const newest = [...offers].at(-1);
  if (!newest) return;
  event.preventDefault();
  offers.delete(newest[0]);
  newest[1]();
}

/** Offers what a notice undoes, until `endUndo`. */
export function offerUndo(notice: string, undo: () => void): void {
  offers.set(notice, undo);
  // The same listener twice is one.
  window.addEventListener('keydown', pressed);
}

export function endUndo(notice: string): void {
  offers.delete(notice);
  if (offers.size === 0) window.removeEventListener('keydown', pressed);
}
