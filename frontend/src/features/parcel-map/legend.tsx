import { Paper, Text } from '@mantine/core';
import { mapColours } from '../../lib/base-map';
import { mapLayers, type LayerId } from './layers';
import classes from './map-screen.module.css';

interface Props {
  readonly shown: readonly LayerId[];
  /** Whether a filter is on. */
  readonly filtered: boolean;
  /** Whether discards are due for review. */
  readonly due: boolean;
}

/** Legend of the lines that are shown and of what matches the filter; hidden on phones for lack of space. */
export function Legend({ shown, filtered, due }: Props) {
  const lines = mapLayers.flatMap(({ id, name, key }) => (key && shown.includes(id) ? [{ id, name, ...key }] : []));
  if (lines.length === 0 && !filtered && !due) return null;
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
      {due && (
        <li className={classes.key}>
          <svg width={20} height={8} aria-hidden>
            <line x1={0} x2={20} y1={4} y2={4} stroke={mapColours.review} strokeWidth={3} strokeDasharray="6 3" />
          </svg>
          <Text size="xs">Discarded, for review</Text>
        </li>
      )}
      {filtered && (
        <li className={classes.key}>
          <svg width={20} height={10} aria-hidden>
            <rect
              x={1}
              y={1}
              width={18}
              height={8}
              fill={mapColours.matching}
              fillOpacity={0.4}
              stroke={mapColours.matching}
              strokeWidth={2}
            />
          </svg>
          <Text size="xs">Matches the filter</Text>
        </li>
      )}
    </Paper>
  );
}
