import { useEffect, type RefObject } from 'react';

/** Where a person types. */
const fields =
  'textarea, select, [contenteditable="true"], input:not([type="button"], [type="checkbox"], [type="radio"], [type="range"], [type="submit"])';

/**
 * What opens takes the focus, and gives it back when it closes. Not from a person who types elsewhere: a lookup may be answered in the
 * middle of a word, whose rest would be taken for keys of the panel.
 */
export function useFocusWhileOpen(opened: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    if (before?.matches(fields)) return;
    opened.current?.focus({ preventScroll: true });
    return () => {
      // It was moved on meanwhile.
      if (document.activeElement !== document.body) return;
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [opened]);
}
