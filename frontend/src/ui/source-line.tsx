import { Text } from '@mantine/core';
import { calendarDay, date } from '../lib/format';

/** Where published facts come from. */
export interface SourceOfFacts {
  readonly source?: string | null | undefined;
  readonly source_licence?: string | null | undefined;
  readonly fetched_at?: string | null | undefined;
  /** Date of the source's file or layer, as the source says. */
  readonly source_date?: string | null | undefined;
  /** Until when the provider's terms allow to keep a copy of the facts. */
  readonly keep_until?: string | null | undefined;
}

/** A property that no source has described; its facts are those of the marker. */
const undescribed = 'marker';

/** Whether a source is known. */
export const isDescribed = ({ source }: SourceOfFacts): boolean => Boolean(source) && source !== undescribed;

/** Whether the terms of a copy have ended: its facts are no longer known. */
export const haveEnded = ({ keep_until }: SourceOfFacts): boolean => typeof keep_until === 'string' && Date.parse(keep_until) <= Date.now();

interface SourceLineProps {
  readonly of: SourceOfFacts;
  /** Which facts, if not all that are shown. */
  readonly facts?: string | undefined;
}

/**
 * 'Source: NAME, DATE, LICENCE', or 'Source: NAME, data of DATE, read DATE, LICENCE', with what is known of them; of a copy whose terms have
 * ended, when they did. Nothing without a source.
 */
export function SourceLine({ of, facts }: SourceLineProps) {
  if (!isDescribed(of)) return null;
  if (haveEnded(of)) {
    const licence = of.source_licence ? ` (${of.source_licence})` : '';
    return (
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {of.source}&apos;s terms{licence} ended on {date(of.keep_until)}: look the parcel up again
      </Text>
    );
  }
  const day = of.fetched_at ? date(of.fetched_at) : undefined;
  const dated = of.source_date ? `data of ${calendarDay(of.source_date)}` : undefined;
  const read = dated !== undefined && day !== undefined ? `read ${day}` : day;
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {facts === undefined ? 'Source' : `Source of ${facts}`}: {[of.source, dated, read, of.source_licence].filter(Boolean).join(', ')}
    </Text>
  );
}
