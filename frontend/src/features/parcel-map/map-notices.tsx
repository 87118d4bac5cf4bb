import { Paper } from '@mantine/core';
import { BaseNotice } from './base-tools';
import classes from './map-screen.module.css';
import type { MapScreenState } from './use-map-screen';

/** What is said over the map. */
export function MapNotices({ screen }: { readonly screen: MapScreenState }) {
  const { state, base, far, layers, measurement } = screen;
  return (
    <>
      {far && layers.shown.parcels.on && (
        <Paper className={classes.hint ?? ''} shadow="md" py={4} px="sm" role="status">
          Zoom in to see parcels
        </Paper>
      )}
      {state.kind === 'looking' && (
        <Paper className={classes.notice} shadow="md" p="xs" role="status">
          Looking up the parcel…
        </Paper>
      )}
      {base.shown && state.kind === 'idle' && !measurement && (
        <BaseNotice className={classes.notice} sentence={base.shown} base={base.chosen} onBase={base.choose} onClose={base.onClose} />
      )}
    </>
  );
}
