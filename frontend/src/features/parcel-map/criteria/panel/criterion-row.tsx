import { ActionIcon, Collapse, Group, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconTrash } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react';
import classes from './panel.module.css';

interface Props {
  readonly name: string;
  /** What it asks, in words. */
  readonly words: string;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly onRemove: () => void;
  /** Something of it was refused. */
  readonly refused: boolean;
  /** In front of the name. */
  readonly picture?: ReactNode;
  /** Below the name, also while it is closed. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
}

/** One criterion: a line that opens to be edited. */
export function CriterionRow({ name, words, open, onOpen, onRemove, refused, picture, below, children }: Props) {
  const id = useId();
  const row = useRef<HTMLLIElement>(null);

  /** To the whole of what is edited: a row that is new is open at once, others grow. */
  function show(): void {
    if (open) row.current?.scrollIntoView({ block: 'nearest' });
  }
  /** The row goes; the one that takes its place has the focus, else what adds one. */
  function remove(): void {
    const li = row.current;
    const beside = li?.nextElementSibling ?? li?.previousElementSibling ?? li?.closest('section');
    beside?.querySelector('button')?.focus();
    onRemove();
  }
  const shown = useEffectEvent(show);
  useEffect(() => shown(), [open]);

  return (
    <li ref={row} className={classes.row} data-refused={refused || undefined}>
      <Group gap="xs" wrap="nowrap" align="center">
        <UnstyledButton className={classes.head ?? ''} aria-expanded={open} aria-controls={id} onClick={() => onOpen(!open)}>
          {picture}
          <span className={classes.words}>
            <Text span size="sm" fw={600} display="block">
              {name}
            </Text>
            <Text span size="xs" c={refused ? 'var(--mantine-color-error)' : 'dimmed'} display="block">
              {words}
            </Text>
          </span>
          <IconChevronDown size={16} aria-hidden className={classes.chevron} data-open={open || undefined} />
        </UnstyledButton>
        <Tooltip label="Remove">
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Remove ${name}`} onClick={remove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      {below}
      <Collapse expanded={open} id={id} onTransitionEnd={show}>
        <div className={classes.edit}>{open && children}</div>
      </Collapse>
    </li>
  );
}
