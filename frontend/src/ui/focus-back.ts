import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** What the focus came from. */
export interface Before {
  readonly element: HTMLElement;
  /** What the element is in: takes the focus if the element is gone. */
  readonly around: HTMLElement | null | undefined;
}

/** What to give the focus back to. A menu is closed by then: its button has opened what opens. */
export function comingFrom(element: EventTarget | null): Before | undefined {
  if (!(element instanceof HTMLElement) || element === document.body) return undefined;
  const button = document.getElementById(element.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? '');
  const from = button ?? element;
  return { element: from, around: aroundOf(from) };
}

const aroundOf = (element: HTMLElement) => element.parentElement?.closest<HTMLElement>('[tabindex="-1"], [data-list]');

/** Gives the focus back, unless it was moved on meanwhile. */
export function giveBack(before: Before | undefined): void {
  if (document.activeElement !== document.body || !before) return;
  const { element, around } = before;
  const back = [element, sameParcel(element), around].find((each) => each?.isConnected);
  back?.focus({ preventScroll: true });
}

/** The row of the same parcel: a list that is loaded again has new rows. */
function sameParcel({ dataset }: HTMLElement): HTMLElement | undefined {
  if (dataset['parcel'] === undefined) return undefined;
  return [...document.querySelectorAll<HTMLElement>('[data-parcel]')].find((row) => row.dataset['parcel'] === dataset['parcel']);
}

/** Of a dialog that is there only while it is open, and so never closes by itself: gives the focus back when it is gone. */
export function useFocusBack(): void {
  useEffect(() => {
    const before = comingFrom(document.activeElement);
    return () => giveBack(before);
  }, []);
}

/** Of what goes by what is done with it, such as a row that is removed: if it has the focus then, what it is in takes it. */
export function useFocusAround(inside: RefObject<HTMLElement | null>): void {
  const had = useRef(false);
  useLayoutEffect(() => {
    const element = inside.current;
    return () => {
      had.current = element?.contains(document.activeElement) ?? false;
    };
  }, [inside]);
  useEffect(() => {
    const element = inside.current;
    const around = element ? aroundOf(element) : undefined;
    return () => {
      if (element && had.current) giveBack({ element, around });
    };
  }, [inside]);
}
