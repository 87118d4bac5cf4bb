import type { FocusEvent } from 'react';

/** Whether it is in a menu, a dialog or a notice, in front of the page. */
const isInFront = (element: Element): boolean => element.closest('[data-portal], [role="dialog"]') !== null;

/**
 * Whether the focus leaves the element for another place in the page, or for none. It may come back from what is in front of the page, and
 * from another window.
 */
export function leaves({ target, currentTarget, relatedTarget: to }: FocusEvent): boolean {
  // React's events of menus and dialogs that the element renders come to it too.
  if (!currentTarget.contains(target) || document.activeElement === target) return false;
  return !(to instanceof Element) || !(currentTarget.contains(to) || isInFront(to));
}

/**
 * Calls `take` if nothing has the focus, or later when a dialog that has it closes and leaves it to nothing, or to `frame`. Returns what
 * cancels that.
 */
export function whenLost(take: () => void, frame?: HTMLElement | null): () => void {
  function settle(): void {
    const active = document.activeElement;
    if (active && isInFront(active)) return;
    watch.disconnect();
    if (!active || active === document.body || active === frame) take();
  }
  const watch = new MutationObserver(settle);
  watch.observe(document.body, { childList: true, subtree: true });
  settle();
  return () => watch.disconnect();
}
