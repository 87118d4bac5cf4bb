import { Button, CloseButton } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { grouped } from '../lib/format';
import classes from './selection-bar.module.css';
import type { Selection } from './use-selection';

interface SelectionBarProps<T> {
  readonly selection: Selection<T>;
  readonly one: string;
  readonly many: string;
  /** Number of rows of the whole list; null if unknown. */
  readonly total: number | null;
  /** Selects the rows of the whole list; absent if that is not offered. */
  readonly onAll?: (() => Promise<unknown>) | undefined;
  /** Whether the actions are for the whole list, including rows that are not loaded. */
  readonly whole?: boolean;
  /** Buttons. */
  readonly children: ReactNode;
}

/** Count and actions of the selected rows, at the lower edge of the view; absent without selected rows. */
export function SelectionBar<T>({ selection, one, many, total, onAll, whole = false, children }: SelectionBarProps<T>) {
  const [adding, setAdding] = useState(false);
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('[role="dialog"]')) return;
    // Also of one that the key has just closed.
    const inside = event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"], [role="listbox"]');
    if (!inside && !isTyped(event.target)) selection.clear();
  });
  if (selection.count === 0) return null;
  const more = onAll && !whole && (total === null || total > selection.count);

  async function all(): Promise<void> {
    setAdding(true);
    await onAll?.().finally(() => setAdding(false));
  }

  return (
    <div id={selection.barId} role="toolbar" aria-label={`Actions for the selected ${many}`} className={classes.bar} onKeyDown={goAlong}>
      <div className={classes.count}>
        <span role="status">
          {whole
            ? `All ${total === null ? '' : `${grouped(total)} `}${many} of the list selected`
            : `${grouped(selection.count)} ${selection.count === 1 ? one : many} selected`}
        </span>
        {more && (
          <Button size="compact-sm" variant="subtle" loading={adding} onClick={() => void all()}>
            {total === null ? 'Select all of the list' : `Select all ${grouped(total)} of the list`}
          </Button>
        )}
      </div>
      {children}
      <CloseButton aria-label="Clear the selection" title="Clear the selection (Esc)" onClick={selection.clear} />
    </div>
  );
}

const isTyped = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && target.type !== 'checkbox';

/** Arrow keys, Home and End move between the buttons. */
function goAlong(event: KeyboardEvent<HTMLDivElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled), a')];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  const places: Readonly<Record<string, number>> = {
    ArrowRight: (at + 1) % buttons.length,
    ArrowLeft: (at + buttons.length - 1) % buttons.length,
    Home: 0,
    End: buttons.length - 1,
  };
  const to = places[event.key];
  if (to === undefined) return;
  event.preventDefault();
  buttons[to]?.focus();
}
