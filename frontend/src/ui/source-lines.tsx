import { Stack } from '@mantine/core';
import { SourceLine, type SourceOfFacts } from './source-line';

/** A tax roll of another source that was joined to an outline, and which facts are the roll's. */
interface RollOfFacts extends SourceOfFacts {
  readonly facts: readonly string[];
  readonly outline_source: string;
  readonly outline_source_licence: string | null;
  readonly outline_fetched_at: string;
  readonly outline_source_date: string | null;
}

interface SourceLinesProps {
  /** The source of the record. */
  readonly of: SourceOfFacts;
  readonly roll: RollOfFacts | null | undefined;
  /** Facts that are shown together and known: what they are called, and their names in the record. */
  readonly facts: Readonly<Record<string, readonly string[]>>;
  /** Whether a line says of which facts it is, also where all facts are of one source. */
  readonly named?: boolean;
}

/** The sources of facts that are shown together: of those of a tax roll and of the others. Nothing without facts. */
export function SourceLines({ of, roll, facts, named = false }: SourceLinesProps) {
  const all = Object.entries(facts);
  const ofRoll = all.filter(([, names]) => names.some((name) => roll?.facts.includes(name)));
  const ofOutline = all.filter((entry) => !ofRoll.includes(entry));
  const alone = ofRoll.length === 0 || ofOutline.length === 0;
  const called = (entries: typeof all) => (alone && !named ? undefined : entries.map(([label]) => label).join(', '));
  return (
    <Stack gap={0}>
      {ofOutline.length > 0 && <SourceLine of={roll ? outlineOf(roll) : of} facts={called(ofOutline)} />}
      {ofRoll.length > 0 && <SourceLine of={{ ...roll, fetched_at: of.fetched_at }} facts={called(ofRoll)} />}
    </Stack>
  );
}

const outlineOf = (roll: RollOfFacts): SourceOfFacts => ({
  source: roll.outline_source,
  source_licence: roll.outline_source_licence,
  fetched_at: roll.outline_fetched_at,
  source_date: roll.outline_source_date,
});
