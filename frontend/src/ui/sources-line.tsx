import { Text } from '@mantine/core';
import { calendarDay, date } from '../lib/format';
import { haveEnded, isDescribed, type SourceOfFacts } from './source-line';

interface Props {
  /** Those of the rows of a list. */
  readonly of: readonly (SourceOfFacts | undefined)[];
}

/** 'Sources: NAME, data of DATE, read DATE, LICENCE; …' of a list, each source and licence once, with what is known of them. Nothing without a source. */
export function SourcesLine({ of }: Props) {
  const bySource = new Map<string, SourceOfFacts[]>();
  for (const each of of) {
    if (!each || !isDescribed(each) || haveEnded(each)) continue;
    const key = [each.source, each.source_licence].join('\n');
    const rows = bySource.get(key);
    if (rows) rows.push(each);
    else bySource.set(key, [each]);
  }
  if (bySource.size === 0) return null;
  const sources = [...bySource.values()].map((rows) => {
    const data = span(
      rows.map(({ source_date }) => source_date?.slice(0, 10)),
      calendarDay,
    );
    const read = span(
      rows.map(({ fetched_at }) => fetched_at),
      date,
    );
    return [rows[0]?.source, data && `data of ${data}`, data && read ? `read ${read}` : read, rows[0]?.source_licence]
      .filter(Boolean)
      .join(', ');
  });
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {sources.length === 1 ? 'Source' : 'Sources'}: {sources.toSorted().join('; ')}
    </Text>
  );
}

/** The day, or the first and the last of several. */
function span(times: readonly (string | null | undefined)[], shown: (time: string) => string): string | undefined {
  const known = times.filter((time) => typeof time === 'string').toSorted();
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return shown(first) === shown(last) ? shown(first) : `${shown(first)} to ${shown(last)}`;
}
