import { Group, Text } from '@mantine/core';
import type { GrowthResult } from '../api/types';
import classes from './result.module.css';

interface Props {
  readonly legend: GrowthResult['legend'];
  readonly label: string;
  readonly size: 'xs' | 'sm';
  /** A wrapping row instead of a column. */
  readonly inline?: boolean;
}

/** Meaning of the colours of image and overlay. */
export function LegendEntries({ legend, label, size, inline = false }: Props) {
  return (
    <ul className={classes.entries} data-inline={inline || undefined} aria-label={label}>
      {legend.map((entry) => (
        <Group key={entry.label} gap={6} component="li" wrap="nowrap">
          <span className={classes.swatch} style={{ background: entry.colour }} aria-hidden />
          <Text size={size}>{entry.label}</Text>
        </Group>
      ))}
    </ul>
  );
}
