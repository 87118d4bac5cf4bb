import { useEffect, type RefObject } from 'react';

/**
 * Takes the focus at first and whenever `state` changes, if the element that had it is gone: what a button replaces would otherwise
 * leave the keyboard at the beginning of the page.
 */
export function useFocusFromBody(element: RefObject<HTMLElement | null>, state: unknown): void {
  useEffect(() => {
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [element, state]);
}
