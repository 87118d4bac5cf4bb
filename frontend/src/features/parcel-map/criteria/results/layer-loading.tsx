import { Button, Group, Progress, Text } from '@mantine/core';
import { grouped } from '../../../../lib/format';
import { factLabel } from '../facts';
import type { Fact, LayerLoading as Loading, SearchRun } from '../types';

const layers: Partial<Record<Fact, string>> = { in_flood_zone: 'Flood zones' };

/** A layer that was not there for all parcels of the area, and how far it is by now. */
export function LayerLoading({
  run,
  loading,
  onCriteria,
}: {
  readonly run: SearchRun;
  readonly loading: Loading;
  readonly onCriteria: () => void;
}) {
  const { fact, mapped, cells, loaded, waiting } = loading;
  const judged = run.counts?.judged ?? 0;
  const share = judged > 0 ? Math.floor((100 * mapped) / judged) : 0;
  return (
    <div>
      <Text size="xs" mt={2}>
        <b>{layers[fact] ?? factLabel(fact)}</b> were there for {share}% of the parcels. The others were judged by the county's record, or
        are unknown.
      </Text>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Text size="xs" role="status">
          {sentenceOf(loading)}
        </Text>
        {waiting === 0 && (
          <Button size="compact-xs" variant="default" style={{ flexShrink: 0 }} onClick={onCriteria}>
            Back to the Criteria
          </Button>
        )}
      </Group>
      {waiting > 0 && (
        <Group gap="xs" wrap="nowrap">
          <Progress value={(100 * loaded) / cells} style={{ flex: 1 }} aria-label="Share of loaded squares" />
          <Text size="xs" c="dimmed" className="tabular">
            {grouped(loaded)} of {grouped(cells)} squares of 2 km
          </Text>
        </Group>
      )}
    </div>
  );
}

function sentenceOf({ source, cells, loaded, waiting, error }: Loading): string {
  const failed = error === null ? '' : ` One could not be loaded: ${error}.`;
  if (waiting > 0) return `They are being loaded from ${source}.${failed} Run the search again in some minutes.`;
  if (loaded === cells) return `They have been loaded since from ${source}. Run the search again to use them.`;
  return `They are not all loaded from ${source}.${failed} Run the search again to go on.`;
}
