import { Paper, Text } from '@mantine/core';
import { mapLayers, type LayerId } from './layers';
import classes from './map-screen.module.css';

/** Legend of the lines that are shown; hidden on phones for lack of space. */
export function Legend({ shown }: { readonly shown: readonly LayerId[] }) {
  const lines = mapLayers.flatMap(({ id, name, key }) => (key && shown.includes(id) ? [{ id, name, ...key }] : []));
  if (lines.length === 0) return null;
  return (
    <Paper className={classes.legend ?? ''} component="ul" aria-label="Legend">
      {lines.map(({ id, name, colour, width }) => (
        <li key={id} className={classes.key}>
          <svg width={20} height={8} aria-hidden>
            <line x1={0} x2={20} y1={4} y2={4} stroke={colour} strokeWidth={width} />
          </svg>
          <Text size="xs">{name}</Text>
        </li>
      ))}
    </Paper>
  );
}
