import { Group, Paper, Slider, Stack, Text } from '@mantine/core';
import classes from '../growth.module.css';
import type { GrowthResult } from '../api/types';

interface Props {
  readonly legend: GrowthResult['legend'];
  /** 0..1 */
  readonly opacity: number;
  readonly onOpacity: (opacity: number) => void;
}

/** What the colours of the overlay mean, and how much of the map shows through it. */
export function MapLegend({ legend, opacity, onOpacity }: Props) {
  return (
    <Paper className={classes.legend ?? ''} shadow="md" p="xs">
      <Stack gap={3} component="ul" m={0} p={0} className={classes.plain ?? ''} aria-label="Legend">
        {legend.map(({ label, colour }) => (
          <Group key={label} gap={6} component="li" wrap="nowrap">
            <span className={classes.swatch} style={{ background: colour }} aria-hidden />
            <Text size="xs">{label}</Text>
          </Group>
        ))}
      </Stack>
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
