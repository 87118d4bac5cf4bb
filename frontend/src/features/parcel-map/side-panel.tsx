import { Paper } from '@mantine/core';
import { useCallback, useLayoutEffect, useRef, useState, type PointerEvent, type ReactNode, type Ref, type RefCallback } from 'react';
import classes from './side-panel.module.css';

interface Props {
  readonly ref?: Ref<HTMLElement>;
  readonly side: 'left' | 'right';
  /** Accessible name. */
  readonly label: string;
  readonly phone: boolean;
  /** Another sheet is over it: it keeps its state and its scroll, unseen and without focus. */
  readonly covered?: boolean;
  /** On phones: called with the element, whose height the map keeps free. */
  readonly sheet: RefCallback<HTMLElement>;
  /** Stays above the scrolling content. */
  readonly header?: ReactNode;
  /** Stays below the scrolling content. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** Heights of a sheet, of the map's. */
const heights = ['35%', '55%', '85%'] as const;
const usualHeight = 1;

/** A panel over the map at one side of it; on phones a sheet at its foot, whose grip changes its height. */
export function SidePanel({ ref, side, label, phone, covered = false, sheet, header, footer, children }: Props) {
  const [height, setHeight] = useState<number>(usualHeight);
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // What is covered loses the focus, before the sheet over it is there.
    const held = document.activeElement;
    if (!covered || !(held instanceof HTMLElement) || !panel.current?.contains(held)) return;
    return () => {
      if (document.activeElement === document.body && held.isConnected) held.focus({ preventScroll: true });
    };
  }, [covered]);
  const both = useCallback(
    (element: HTMLElement) => {
      panel.current = element;
      if (typeof ref === 'function') ref(element);
      else if (ref) ref.current = element;
      const stop = phone && !covered ? sheet(element) : undefined;
      return () => {
        if (typeof ref === 'function') ref(null);
        else if (ref) ref.current = null;
        stop?.();
      };
    },
    [ref, phone, covered, sheet],
  );
  return (
    <Paper
      ref={both}
      component="section"
      aria-label={label}
      tabIndex={-1}
      shadow="md"
      className={classes.panel ?? ''}
      data-side={side}
      {...(phone && { 'data-sheet': true, style: { height: heights[height], visibility: covered ? 'hidden' : 'visible' } })}
    >
      {phone && <Grip height={height} onHeight={setHeight} />}
      {header && <div className={classes.header}>{header}</div>}
      <div className={classes.content}>{children}</div>
      {footer && <div className={classes.footer}>{footer}</div>}
    </Paper>
  );
}

/** Dragged up or down by this many pixels it changes the height by one step. */
const dragStep = 40;

/** The handle of a sheet: dragged, or pressed for the next height. */
function Grip({ height, onHeight }: { readonly height: number; readonly onHeight: (height: number) => void }) {
  const [from, setFrom] = useState<number>();

  function release(event: PointerEvent): void {
    if (from === undefined) return;
    const steps = Math.round((from - event.clientY) / dragStep);
    setFrom(undefined);
    if (steps === 0) onHeight((height + 1) % heights.length);
    else onHeight(Math.min(heights.length - 1, Math.max(0, height + steps)));
  }

  return (
    <button
      type="button"
      className={classes.grip}
      aria-label="Change the height of the sheet"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setFrom(event.clientY);
      }}
      onPointerUp={release}
      onPointerCancel={() => setFrom(undefined)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowUp') onHeight(Math.min(heights.length - 1, height + 1));
        else if (event.key === 'ArrowDown') onHeight(Math.max(0, height - 1));
        else if (event.key === 'Enter' || event.key === ' ') onHeight((height + 1) % heights.length);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
