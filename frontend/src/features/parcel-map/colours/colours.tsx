import { Paper } from '@mantine/core';
import { OnMap } from '../on-map';
import { useToolAfter } from '../tool-focus';
import { ColourLegend } from './colour-legend';
import { ColouredParcels } from './coloured-parcels';
import classes from './colours.module.css';
import type { Colouring } from './schemes';
import { useScheme } from './use-scheme';

interface Props {
  readonly projectId: string;
  readonly colouring: Colouring;
  readonly onEnd: () => void;
}

/** The colours of an attribute on the map, and what they mean. */
export function Colours({ projectId, colouring, onEnd }: Props) {
  const scheme = useScheme(projectId, colouring);
  useToolAfter('Layers');
  return (
    <>
      <OnMap>
        <ColouredParcels projectId={projectId} colouring={colouring} />
      </OnMap>
      <Paper className={classes.legend ?? ''}>
        <ColourLegend scheme={scheme} onEnd={onEnd} />
      </Paper>
    </>
  );
}
