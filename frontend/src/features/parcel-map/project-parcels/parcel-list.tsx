import { Group, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, type Ref } from 'react';
import { acres, currency, notAvailable } from '../../../lib/format';
import { siteWords } from '../../../lib/site';
import { useVirtualRows } from '../../../ui/use-virtual-rows';
import { Value } from '../../../ui/value';
import { changeWords } from '../discards/change-words';
import { DiscardButtons } from '../discards/discard-buttons';
import { useHover } from '../hover';
import { useMapPage } from '../map-page';
import { useScheme } from '../colours/use-scheme';
import { reasonLabel } from '../selection/discard-reasons';
import type { Entry } from './entries';
import classes from './project-parcels.module.css';
import type { StageOfParcel } from './use-stages';

interface Props {
  readonly entries: readonly Entry[];
  readonly scores: ReadonlyMap<string, number> | undefined;
  /** By identity, if they matter. */
  readonly stages: ReadonlyMap<string, StageOfParcel> | undefined;
}

/** Height of a row, in pixels. */
const height = 52;
const nothing = () => undefined;

/**
 * Rows of parcels, only those in view when there are many: pointed at, they are marked on the map; chosen, they are inspected. The row of
 * the parcel whose panel or details are open is the current one.
 */
export function ParcelList({ entries, scores, stages }: Props) {
  const { projectId, inspected, detailed, colouring } = useMapPage();
  const scheme = useScheme(projectId, colouring ?? 'status');
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
  const at = entries.findIndex(({ llUuid, markerId }) =>
    detailed === undefined ? llUuid !== undefined && llUuid === inspected : markerId === detailed,
  );
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
        if (!entry) return undefined;
        const { key, llUuid, colour } = entry;
        const shown = { entry, index, of: entries.length, score: ofParcel(scores, llUuid), stage: ofParcel(stages, llUuid)?.name };
        return <Row key={key} ref={measure} {...shown} current={index === at} swatch={colouring && scheme.colourOf(colour)} />;
      })}
      <li aria-hidden style={{ height: below }} />
    </ul>
  );
}

function ofParcel<T>(values: ReadonlyMap<string, T> | undefined, llUuid: string | undefined): T | undefined {
  return llUuid === undefined ? undefined : values?.get(llUuid);
}

interface RowProps {
  readonly ref: Ref<HTMLLIElement>;
  readonly entry: Entry;
  readonly index: number;
  readonly of: number;
  /** Whether its panel or its details are open. */
  readonly current: boolean;
  readonly score: number | undefined;
  readonly stage: string | undefined;
  readonly swatch: string | undefined;
}

function Row({ ref, entry, index, of, current, score, stage, swatch }: RowProps) {
  const { inspect } = useMapPage();
  const { hovered, hover } = useHover();
  const { llUuid, name, number, discarded, members } = entry;
  const value = currency(entry.value);
  const words = [
    members.length > 0 && siteWords(members.length),
    number === name ? undefined : number,
    discarded && `Discarded: ${reasonLabel(discarded)}`,
    entry.retired && 'Retired',
    stage,
  ];
  return (
    <li ref={ref} data-index={index} aria-posinset={index + 1} aria-setsize={of}>
      <UnstyledButton
        className={classes.row ?? ''}
        disabled={llUuid === undefined}
        data-parcel={llUuid}
        data-hovered={(llUuid !== undefined && llUuid === hovered) || undefined}
        data-discarded={(discarded !== undefined && !entry.changed) || undefined}
        aria-current={current || undefined}
        onMouseEnter={() => hover(llUuid)}
        onMouseLeave={() => hover(undefined)}
        onFocus={() => hover(llUuid)}
        onBlur={() => hover(undefined)}
        onClick={() => {
          if (llUuid !== undefined) inspect(llUuid);
        }}
      >
        {swatch && <span className={classes.swatch} style={{ background: swatch }} aria-hidden />}
        <span className={classes.name}>
          <Text size="sm" fw={600} truncate className={classes.title ?? ''}>
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
      <Review entry={entry} />
    </li>
  );
}

/** What changed behind a discard that is due for review, and what to do with it. */
function Review({ entry: { llUuid, changed, discarded: reason, note } }: { readonly entry: Entry }) {
  const { projectId } = useMapPage();
  if (!changed || llUuid === undefined || reason === undefined) return null;
  return (
    <div className={classes.review}>
      <Text size="xs" fw={600}>
        {changeWords(changed)}
      </Text>
      <Group gap="xs" mt={4}>
        <DiscardButtons projectId={projectId} llUuid={llUuid} due={{ reason, note }} />
      </Group>
    </div>
  );
}
