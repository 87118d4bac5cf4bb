import { Button, Checkbox, Group, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { acres } from '../../../../lib/format';
import { useHover } from '../../hover';
import type { Criteria, SearchResult } from '../types';
import { Contributions } from './contributions';
import classes from './results.module.css';
import { Score } from './score';
import { Why } from './why';

interface Props {
  readonly result: SearchResult;
  readonly criteria: Criteria;
  readonly open: boolean;
  readonly inspected: boolean;
  readonly added: boolean;
  readonly picked: boolean;
  readonly busy: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly onPick: (picked: boolean) => void;
  readonly onShow: () => void;
  readonly onAdd: () => void;
  readonly onDiscard: () => void;
}

/** A result: its rank, score and certainty; open, why. Arrow keys go to the rows beside it. */
export function ResultRow(props: Props) {
  const { result, criteria, open, inspected, added, picked } = props;
  const { ll_uuid, rank, address, parcelnumb, owner, score, certainty } = result;
  const { hovered, hover } = useHover();
  const row = useRef<HTMLLIElement>(null);
  const name = address ?? parcelnumb;
  useEffect(() => {
    if (inspected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [inspected]);

  return (
    <li
      ref={row}
      className={classes.row}
      data-hovered={hovered === ll_uuid || undefined}
      aria-current={inspected ? 'true' : undefined}
      onMouseEnter={() => hover(ll_uuid)}
      onMouseLeave={() => hover(undefined)}
    >
      <div className={classes.line}>
        <Checkbox
          size="xs"
          aria-label={`Select ${name}`}
          checked={picked}
          disabled={added}
          onChange={(event) => props.onPick(event.currentTarget.checked)}
        />
        <UnstyledButton
          className={classes.head ?? ''}
          data-parcel={ll_uuid}
          aria-expanded={open}
          onFocus={() => hover(ll_uuid)}
          onBlur={() => hover(undefined)}
          onKeyDown={toNeighbour}
          onClick={() => props.onOpen(!open)}
        >
          <span className={`tabular ${classes.rank ?? ''}`}>{rank ?? '–'}</span>
          <span className={classes.names}>
            <Text span size="sm" fw={600} display="block" truncate>
              {name}
            </Text>
            <Text span size="xs" c="dimmed" display="block" truncate>
              {/* First, because names of owners are long. */}
              {[...(added ? ['In the project'] : []), acres(result.acres), owner ?? 'Owner unknown'].join(' · ')}
            </Text>
            <Contributions result={result} criteria={criteria} />
          </span>
          <Score score={score} certainty={certainty} />
        </UnstyledButton>
      </div>
      {open && (
        <div className={classes.opened}>
          <Why result={result} criteria={criteria} />
          <Group gap="xs" mt="sm">
            <Button size="compact-sm" variant="default" onClick={props.onShow}>
              Show on Map
            </Button>
            {!added && (
              <>
                <Button size="compact-sm" loading={props.busy} onClick={props.onAdd}>
                  Add
                </Button>
                <Button size="compact-sm" variant="default" disabled={props.busy} onClick={props.onDiscard}>
                  Discard…
                </Button>
              </>
            )}
          </Group>
        </div>
      )}
    </li>
  );
}

function toNeighbour(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const all = [...(event.currentTarget.closest('ol')?.querySelectorAll<HTMLElement>('[data-parcel]') ?? [])];
  const next = all[all.indexOf(event.currentTarget) + step];
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}
