import { Paper, Text } from '@mantine/core';
import { mapColours } from '../../lib/base-map';
import classes from './map-screen.module.css';

/** Legend of the map's lines; hidden on phones for lack of space. */
export function Legend({ submarket }: { readonly submarket: boolean }) {
  return (
    <Paper className={classes.legend ?? ''} component="ul" aria-label="Legend">
      {submarket && <Line colour={mapColours.gold} width={3} words="Submarket" />}
      <Line colour={mapColours.parcel} width={1} words="Parcels" />
      <Line colour={mapColours.parcel} width={3} words="In the project" />
    </Paper>
  );
}

function Line({ colour, width, words }: { readonly colour: string; readonly width: number; readonly words: string }) {
  return (
    <li className={classes.key}>
      <svg width={20} height={8} aria-hidden>
        <line x1={0} x2={20} y1={4} y2={4} stroke={colour} strokeWidth={width} />
      </svg>
      <Text size="xs">{words}</Text>
    </li>
  );
}
