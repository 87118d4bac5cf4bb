import { useEffect, useLayoutEffect, useRef, type FocusEvent, type HTMLAttributes, type RefObject } from 'react';
import { leaves, whenLost } from './lost-focus';

/** Props of the frame of a list, which takes the focus when none of its rows can. */
export type FrameProps = Pick<HTMLAttributes<HTMLElement>, 'onFocus' | 'onBlur'> & { readonly 'data-list': true };

/** Of a row or card that may be gone: it, else the next one of the list as it was, else the previous one. */
export function rowNear(order: readonly string[], id: string): HTMLElement | undefined {
  const rendered = new Map([...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => [row.dataset['row'], row]));
  const place = order.indexOf(id);
  const near = place < 0 ? [] : [...order.slice(place), ...order.slice(0, place).reverse()];
  return near.map((each) => rendered.get(each)).find((row) => row !== undefined);
}

/** The innermost list of the page. */
export const lastFrame = (): HTMLElement | undefined => [...document.querySelectorAll<HTMLElement>('[data-list]')].at(-1);

/**
 * Keeps the focus in a list: when the row or card that has it leaves the list, a neighbour takes it, else the frame. A dialog that was opened
 * from the row and is still there keeps it until it closes. `idOf` gives the `data-row` of a row's element.
 */
export function useRowFocus<T>(frame: RefObject<HTMLElement | null>, rows: readonly T[], idOf: (row: T) => string): FrameProps {
  /** The row that has the focus, or had it before the dialog that has it. */
  const focused = useRef<string>(undefined);
  const listed = useRef(rows);
  const cancel = useRef<() => void>(undefined);

  useLayoutEffect(() => {
    const before = listed.current;
    listed.current = rows;
    const id = focused.current;
    if (id === undefined || rows.some((row) => idOf(row) === id)) return;
    focused.current = undefined;
    const order = before.map(idOf);

    function takeOver(): void {
      const row = rowNear(order, id ?? '');
      if (row) row.focus();
      else frame.current?.focus({ preventScroll: true });
    }
    cancel.current?.();
    // What gives the focus of a dialog back finds only the frame.
    cancel.current = whenLost(takeOver, frame.current);
  }, [frame, rows, idOf]);

  useEffect(() => {
    // Of a list that is replaced when it is empty.
    const around = frame.current?.parentElement?.closest<HTMLElement>('[data-list]');
    return () => {
      cancel.current?.();
      if (focused.current !== undefined) whenLost(() => around?.focus({ preventScroll: true }));
    };
  }, [frame]);

  function onFocus({ target, currentTarget }: FocusEvent<HTMLElement>): void {
    if (!currentTarget.contains(target)) return;
    const cell = target.closest<HTMLElement>('[data-index]');
    const row = cell?.matches('[data-row]') ? cell : cell?.querySelector<HTMLElement>('[data-row]');
    // A card whose name is edited has no such element meanwhile.
    if (row || !cell) focused.current = row?.dataset['row'];
  }

  function onBlur(event: FocusEvent<HTMLElement>): void {
    if (leaves(event)) focused.current = undefined;
  }

  return { 'data-list': true, onFocus, onBlur };
}
