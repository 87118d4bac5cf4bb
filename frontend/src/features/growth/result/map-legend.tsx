import { Paper, Slider, Text } from '@mantine/core';
import type { GrowthResult } from '../api/types';
import { LegendEntries } from './legend-entries';
import classes from './result.module.css';

interface Props {
  readonly legend: GrowthResult['legend'];
  /** 0..1 */
  readonly opacity: number;
  readonly onOpacity: (opacity: number) => void;
}

/** Legend of the overlay with its opacity. Floats on the map, on phones below it. */
export function MapLegend({ legend, opacity, onOpacity }: Props) {
  return (
    <Paper className={classes.legend ?? ''} bg="var(--surface)" shadow="md" p="xs">
      <LegendEntries legend={legend} label="Legend" size="xs" />
      <Text size="xs" mt={6} id="growth-opacity">
        Opacity
      </Text>
      <Slider
        size="sm"
        min={0}
        max={100}
        step={5}
        label={(value) => `${value} %`}
        value={Math.round(opacity * 100)}
        onChange={(value) => onOpacity(value / 100)}
        thumbProps={{ 'aria-labelledby': 'growth-opacity' }}
      />
    </Paper>
  );
}
