import { Text } from '@mantine/core';
import { date } from '../lib/format';

/** Where published facts come from. */
export interface SourceOfFacts {
  readonly source?: string | null | undefined;
  readonly source_licence?: string | null | undefined;
  readonly fetched_at?: string | null | undefined;
}

/** A property that no source has described; its facts are those of the marker. */
const undescribed = 'marker';

interface SourceLineProps {
  readonly of: SourceOfFacts;
  /** Which facts, if not all that are shown. */
  readonly facts?: string | undefined;
}

/** 'Source: NAME, DATE, LICENCE', with what is known of them. Nothing without a source. */
export function SourceLine({ of, facts }: SourceLineProps) {
  if (!of.source || of.source === undescribed) return null;
  const read = of.fetched_at ? date(of.fetched_at) : undefined;
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {facts === undefined ? 'Source' : `Source of ${facts}`}: {[of.source, read, of.source_licence].filter(Boolean).join(', ')}
    </Text>
  );
}
