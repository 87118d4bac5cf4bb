import { useEffect, useRef, type RefObject } from 'react';
import { comingFrom, giveBack, type Before } from '../../ui/focus-back';

/** Where a person types. */
const fields =
  'textarea, select, [contenteditable="true"], input:not([type="button"], [type="checkbox"], [type="radio"], [type="range"], [type="submit"])';

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
      // A question that the panel asks, and what is said of its answer, are soon gone; a field that has the focus again opens its list.
      if (from.closest('[aria-modal="true"], [role="alert"]') || from.matches(fields)) return;
      before.current = comingFrom(from);
    }

    panel.addEventListener('focusin', enter);
    if (!document.activeElement?.matches(fields)) panel.focus({ preventScroll: true });
    return () => {
      panel.removeEventListener('focusin', enter);
      giveBack(before.current);
    };
  }, [opened]);
}
