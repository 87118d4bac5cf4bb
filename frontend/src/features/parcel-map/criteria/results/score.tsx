import { Text } from '@mantine/core';
import classes from './results.module.css';
import { points, sure } from './words';

/** The score of a row, and how sure it is. */
export function Score({ score, certainty }: { readonly score: number; readonly certainty: number }) {
  return (
    <span className={classes.score}>
      <Text span size="sm" fw={600} className="tabular" display="block" ta="right">
        {points(score)}
      </Text>
      <Text span size="xs" c="dimmed" className="tabular" display="block" ta="right">
        {sure({ certainty })}
      </Text>
    </span>
  );
}
