import { CloseButton, Group, Paper, Text } from '@mantine/core';
import { Layer, Source } from '@vis.gl/react-maplibre';
import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../api/generated/parcel-lookup';
import { growthResultQuery } from '../../../api/queries/growth';
import { hitLayer } from '../inspect/tiles';
import legend from '../legend-lines.module.css';
import { OnMap } from '../on-map';
import { useToolAfter } from '../tool-focus';
import classes from './growth.module.css';
import { runWords } from './runs';

type Prediction = components['schemas']['PredictionResult'];

interface Props {
  readonly runId: string;
  /** 0 to 1. */
  readonly opacity: number;
  readonly onEnd: () => void;
}

/** The last year of a growth simulation below the parcels, and what its colours mean. */
export function GrowthLayer({ runId, opacity, onEnd }: Props) {
  const { data: result, isError } = useQuery(growthResultQuery<Prediction>(runId));
  useToolAfter('Layers');
  return (
    <>
      {result && (
        <OnMap>
          <Picture key={runId} result={result} opacity={opacity} />
        </OnMap>
      )}
      <Paper className={classes.legend ?? ''} component="section" aria-label="Growth chance" p="xs">
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text size="xs" fw={600}>
            {result ? `Growth chance by ${result.stop_year}` : 'Growth chance'}
          </Text>
          <CloseButton size="xs" aria-label="Hide the growth chance" onClick={onEnd} />
        </Group>
        {isError && <Text size="xs">The simulation could not be loaded.</Text>}
        {result && (
          <div className={classes.lines}>
            <ul className={legend.lines}>
              {result.legend.map(({ label, colour }) => (
                <li key={label} className={legend.line}>
                  <svg width={14} height={14} aria-hidden>
                    <rect width={14} height={14} rx={2} fill={colour} />
                  </svg>
                  <Text size="xs">{label}</Text>
                </li>
              ))}
            </ul>
            <Text size="xs" c="dimmed">
              {runWords(result.run)}
            </Text>
            {result.run.caution !== null && <Text size="xs">{result.run.caution}</Text>}
          </div>
        )}
      </Paper>
    </>
  );
}

function Picture({ result, opacity }: { readonly result: Prediction; readonly opacity: number }) {
  const { west, south, east, north } = result.bounds;
  return (
    <Source
      id="growth-chance"
      type="image"
      url={result.overlay.replace('{year}', String(result.stop_year))}
      coordinates={[
        [west, north],
        [east, north],
        [east, south],
        [west, south],
      ]}
    >
      <Layer
        id="growth-chance"
        type="raster"
        beforeId={hitLayer}
        paint={{ 'raster-opacity': opacity, 'raster-resampling': 'nearest', 'raster-fade-duration': 0 }}
      />
    </Source>
  );
}
