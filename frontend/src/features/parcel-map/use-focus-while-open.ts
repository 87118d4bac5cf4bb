import { useEffect, useRef, type RefObject } from 'react';

/** Where a person types. */
const fields =
  'textarea, select, [contenteditable="true"], input:not([type="button"], [type="checkbox"], [type="radio"], [type="range"], [type="submit"])';

/** What the focus came from. */
interface Before {
  readonly element: HTMLElement;
  /** What the element is in: takes the focus if the element is gone. */
  readonly around: HTMLElement | null | undefined;
}

/**
 * What opens takes the focus, and gives it back when it closes: to what had it before it came here the last time. Not from a person who
 * types elsewhere: a lookup may be answered in the middle of a word, whose rest would be taken for keys of the panel.
 */
export function useFocusWhileOpen(opened: RefObject<HTMLElement | null>): void {
  const before = useRef<Before>(undefined);
  useEffect(() => {
    const panel = opened.current;
    if (!panel) return;

    function enter({ relatedTarget: from }: FocusEvent): void {
      if (!(from instanceof HTMLElement) || panel?.contains(from)) return;
      // A question that the panel asks, and what is said of its answer: both are soon gone.
      if (from.closest('[aria-modal="true"], [role="alert"]')) return;
      before.current = { element: from, around: from.parentElement?.closest<HTMLElement>('[tabindex="-1"]') };
    }

    panel.addEventListener('focusin', enter);
    if (!document.activeElement?.matches(fields)) panel.focus({ preventScroll: true });
    return () => {
      panel.removeEventListener('focusin', enter);
      // It was moved on meanwhile.
      if (document.activeElement !== document.body || !before.current) return;
      const { element, around } = before.current;
      const back = [element, sameParcel(element), around].find((each) => each?.isConnected);
      back?.focus({ preventScroll: true });
    };
  }, [opened]);
}

/** The row of the same parcel: a list that is loaded again has new rows. */
function sameParcel({ dataset }: HTMLElement): HTMLElement | undefined {
  if (dataset['parcel'] === undefined) return undefined;
  return [...document.querySelectorAll<HTMLElement>('[data-parcel]')].find((row) => row.dataset['parcel'] === dataset['parcel']);
}
