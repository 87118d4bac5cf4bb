import { Text } from '@mantine/core';
import type { components } from '../../../api/generated/parcel-lookup';
import { date } from '../../../lib/format';
import { Fact } from '../../../ui/fact';
import { SourceLine } from '../../../ui/source-line';
import { factValue } from '../criteria/facts';

type Land = components['schemas']['ParcelLand'];
type LandFact = components['schemas']['LandFact'];

/** Facts of layers of land, what the panel calls them, and what it calls them where it names their source. */
const shown = [
  { fact: 'slope_percent', label: 'Slope', named: 'slope' },
  { fact: 'highway_m', label: 'Distance to a highway', named: 'highways' },
  { fact: 'rail_m', label: 'Distance to a railway', named: 'railways' },
] as const;

/** Lines that are farther are not looked for, metres. */
const reach = 50_000;

/** Slope and distances of a parcel, in the words of a search, with their sources; what no layer says is not known. */
export function LandFacts({ land }: { readonly land: Land }) {
  const missing = shown.flatMap(({ fact }) => land[fact].reason ?? []);
  return (
    <>
      {shown.map(({ fact, label }) => (
        <Fact key={fact} label={label}>
          {words(fact, land[fact])}
        </Fact>
      ))}
      {sourcesOf(land).map(({ of, facts }) => (
        <SourceLine key={facts} of={of} facts={facts} />
      ))}
      {missing.length > 0 && (
        <Text size="xs" c="dimmed">
          {missing.join(' ')}
        </Text>
      )}
    </>
  );
}

function words(fact: keyof Land, { value }: LandFact): string | undefined {
  if (value === null) return undefined;
  const isSlope = fact === 'slope_percent';
  // Layers have areas from a slope on: none is no level ground.
  if (isSlope && value === 0) return 'Below what is mapped';
  return `${factValue(fact, value)}${isSlope || value >= reach ? ' or more' : ''}`;
}

/** The sources of what is known, each with the facts that are from it. */
function sourcesOf(land: Land): readonly { readonly of: LandFact; readonly facts: string }[] {
  const sources = new Map<string, { readonly of: LandFact; readonly facts: string }>();
  for (const { fact, named } of shown) {
    const of = land[fact];
    if (of.value === null) continue;
    // Layers of one source are read one after the other.
    const key = JSON.stringify([of.source, of.source_licence, of.source_date, date(of.fetched_at)]);
    const known = sources.get(key);
    sources.set(key, { of, facts: known ? `${known.facts}, ${named}` : named });
  }
  return [...sources.values()];
}
