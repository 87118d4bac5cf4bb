import { Text, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, type Ref } from 'react';
import { acres, currency, notAvailable } from '../../../lib/format';
import { siteWords } from '../../../lib/site';
import { useVirtualRows } from '../../../ui/use-virtual-rows';
import { Value } from '../../../ui/value';
import { useHover } from '../hover';
import { useMapPage } from '../map-page';
import { schemes } from '../colours/schemes';
import { reasonLabel } from '../selection/discard-reasons';
import type { Entry } from './entries';
import classes from './project-parcels.module.css';

interface Props {
  readonly entries: readonly Entry[];
  readonly scores: ReadonlyMap<string, number> | undefined;
}

/** Height of a row, in pixels. */
const height = 52;
const nothing = () => undefined;

/** Rows of parcels, only those in view when there are many: pointed at, they are marked on the map; chosen, they are inspected. */
export function ParcelList({ entries, scores }: Props) {
  const { inspected } = useMapPage();
  const { start, measure, drawn, above, below } = useVirtualRows<HTMLLIElement>({
    items: entries.length,
    hasMore: false,
    columns: 1,
    height,
    drawnWhole: 100,
    beyondView: 10,
    askAhead: 0,
    onEnd: nothing,
  });
  const list = useRef<HTMLUListElement>(null);
  const at = inspected === undefined ? -1 : entries.findIndex(({ llUuid }) => llUuid === inspected);
  useEffect(() => {
    if (at < 0) return;
    const row = list.current?.querySelector(`[data-index="${at}"]`);
    if (row) row.scrollIntoView({ block: 'nearest' });
    // A row that is not rendered yet: its place is known.
    else list.current?.parentElement?.scrollTo({ top: list.current.offsetTop + at * height });
  }, [at]);

  return (
    <ul className={classes.list} aria-label="Parcels of the project" ref={list}>
      <li ref={start} aria-hidden style={{ height: above }} />
      {drawn.map((index) => {
        const entry = entries[index];
        return entry && <Row key={entry.key} ref={measure} entry={entry} index={index} of={entries.length} scores={scores} />;
      })}
      <li aria-hidden style={{ height: below }} />
    </ul>
  );
}

interface RowProps {
  readonly ref: Ref<HTMLLIElement>;
  readonly entry: Entry;
  readonly index: number;
  readonly of: number;
  readonly scores: ReadonlyMap<string, number> | undefined;
}

function Row({ ref, entry, index, of, scores }: RowProps) {
  const { inspected, inspect, colouring } = useMapPage();
  const { hovered, hover } = useHover();
  const { llUuid, name, number, discarded, members } = entry;
  const score = llUuid === undefined ? undefined : scores?.get(llUuid);
  const value = currency(entry.value);
  const words = [
    members.length > 0 && siteWords(members.length),
    number === name ? undefined : number,
    discarded && `Discarded: ${reasonLabel(discarded)}`,
    entry.retired && 'Retired',
  ];
  return (
    <li ref={ref} data-index={index} aria-posinset={index + 1} aria-setsize={of}>
      <UnstyledButton
        className={classes.row ?? ''}
        disabled={llUuid === undefined}
        data-hovered={(llUuid !== undefined && llUuid === hovered) || undefined}
        data-discarded={discarded !== undefined || undefined}
        aria-current={(llUuid !== undefined && llUuid === inspected) || undefined}
        onMouseEnter={() => hover(llUuid)}
        onMouseLeave={() => hover(undefined)}
        onFocus={() => hover(llUuid)}
        onBlur={() => hover(undefined)}
        onClick={() => {
          if (llUuid !== undefined) inspect(llUuid);
        }}
      >
        {colouring && <span className={classes.swatch} style={{ background: schemes[colouring].colourOf(entry.colour) }} aria-hidden />}
        <span className={classes.name}>
          <Text size="sm" fw={600} truncate>
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {words.filter(Boolean).join(' · ')}
          </Text>
        </span>
        <span className={classes.figures}>
          <Text size="sm" className="tabular">
            <Value>{acres(entry.acres)}</Value>
          </Text>
          <Text size="xs" c="dimmed" className="tabular">
            {score === undefined ? value === notAvailable ? <Value /> : value : `Score ${Math.round(score)}`}
          </Text>
        </span>
      </UnstyledButton>
    </li>
  );
}
