import { Button, CloseButton } from '@mantine/core';
import { useMediaQuery, useWindowEvent } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { useCallback, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { grouped } from '../lib/format';
import { BarFigures } from './bar-figures';
import { leaves, whenLost } from './lost-focus';
import { MoreActionsContext } from './more-actions';
import { noticesAbove } from './notices-above';
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
  /** Figures of the selected rows. */
  readonly figures?: string | undefined;
  /** Buttons; those used less in `InMore`, so that the bar is one line, on a phone two. */
  readonly children: ReactNode;
}

/** Count and actions of the selected rows, at the lower edge of the view; absent without selected rows. */
export function SelectionBar<T>(props: SelectionBarProps<T>) {
  return props.selection.count === 0 ? null : <Bar {...props} />;
}

function Bar<T>({ selection, one, many, total, onAll, whole = false, figures, children }: SelectionBarProps<T>) {
  const isPhone = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  const isNarrow = useMediaQuery('(max-width: 75em)', false, { getInitialValueInEffect: false });
  const [adding, setAdding] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const [inPanel, setInPanel] = useState(0);
  const panelId = useId();
  const more = useRef<HTMLButtonElement>(null);
  const count = useRef<HTMLDivElement>(null);
  /** Or a dialog that one of its buttons opened has it. */
  const hasFocus = useRef(false);
  const { focusRow } = selection;
  const onEnter = useCallback(() => {
    setInPanel((before) => before + 1);
    return () => setInPanel((before) => before - 1);
  }, []);
  const context = useMemo(() => ({ panel, isNarrow, onEnter }), [panel, isNarrow, onEnter]);

  useEffect(() => {
    const list = document.querySelector('[data-list]');
    return () => {
      // Rows that go with the bar are gone by then; with another page the list is.
      if (hasFocus.current && list?.isConnected) whenLost(focusRow);
    };
  }, [focusRow]);

  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('[role="dialog"]')) return;
    // Also of one that the key has just closed.
    const inside = event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"], [role="listbox"]');
    if (inside || isTyped(event.target)) return;
    if (isOpen) {
      setOpen(false);
      more.current?.focus();
    } else selection.clear();
  });
  useWindowEvent('pointerdown', ({ target }) => {
    // Menus and dialogs that it opened are elsewhere in the page.
    if (target instanceof Element && !target.closest(`[id="${selection.barId}"], [data-portal], [role="dialog"]`)) setOpen(false);
  });

  async function all(): Promise<void> {
    setAdding(true);
    await onAll?.().finally(() => setAdding(false));
    // The button that was pressed is gone when there are no more rows.
    setTimeout(() => document.activeElement === document.body && count.current?.focus());
  }

  const hasMoreRows = onAll && !whole && (total === null || total > selection.count);
  const offer = total === null ? 'Select all' : `Select all ${grouped(total)}`;
  return (
    <MoreActionsContext value={context}>
      <div
        ref={noticesAbove}
        id={selection.barId}
        role="toolbar"
        aria-label={`Actions for the selected ${many}`}
        className={classes.bar}
        onKeyDown={goAlong}
        onFocus={() => (hasFocus.current = true)}
        onBlur={(event) => {
          if (leaves(event)) hasFocus.current = false;
        }}
      >
        <div ref={count} tabIndex={-1} className={classes.count}>
          <span role="status">
            {whole
              ? `All ${total === null ? '' : `${grouped(total)} `}${many} of the list selected`
              : `${grouped(selection.count)} ${selection.count === 1 ? one : many} selected`}
          </span>
          {hasMoreRows && (
            <Button size="compact-sm" variant="subtle" loading={adding} aria-label={`${offer} of the list`} onClick={() => void all()}>
              {isPhone ? offer : `${offer} of the list`}
            </Button>
          )}
        </div>
        {figures && <BarFigures figures={figures} isNarrow={isNarrow} />}
        <div
          className={classes.actions}
          data-selected-rows={`${whole && total !== null ? grouped(total) : grouped(selection.count)} ${selection.count === 1 && !whole ? one : many}`}
        >
          {children}
          {inPanel > 0 && (
            <Button
              ref={more}
              size="compact-sm"
              variant="default"
              leftSection={<IconDots size={16} aria-hidden />}
              aria-expanded={isOpen}
              aria-controls={panelId}
              data-more
              onClick={() => setOpen(!isOpen)}
            >
              More
            </Button>
          )}
          <div
            ref={setPanel}
            id={panelId}
            role="group"
            aria-label={`More actions for the selected ${many}`}
            className={classes.panel}
            hidden={!isOpen}
          />
        </div>
        <CloseButton
          className={classes.close ?? ''}
          aria-label="Clear the selection"
          title="Clear the selection (Esc)"
          onClick={selection.clear}
        />
      </div>
    </MoreActionsContext>
  );
}

const isTyped = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && target.type !== 'checkbox';

/** Arrow keys, Home and End move between the buttons. */
function goAlong(event: KeyboardEvent<HTMLDivElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled), a')];
  const buttons = all.filter((button) => !button.closest('[hidden]'));
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
