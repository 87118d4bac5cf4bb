import type { MapRef } from '@vis.gl/react-maplibre';
import type { RefObject } from 'react';
import { FileDialog } from './file-dialog';
import { NumbersDialog } from './numbers-dialog';
import { SelectionPad } from './selection-pad';
import { SelectionPanel } from './selection-panel';
import { choiceOf } from './shape';
import type { MapSelection } from './use-selection';

interface Props {
  readonly selection: MapSelection;
  readonly map: RefObject<MapRef | null>;
}

/** What is above the map while parcels are selected: the area being drawn, the pasted lines, or what is selected. */
export function SelectionLayer({ selection, map }: Props) {
  const { tool } = selection;
  return (
    <>
      {tool && (
        <SelectionPad
          tool={tool}
          onDrawn={(path) => {
            const view = map.current;
            if (!view) return;
            const choice = choiceOf(tool, path, ({ x, y }) => {
              const { lat, lng } = view.unproject([x, y]);
              return { lat, lon: lng };
            });
            if (choice) void selection.select(choice);
          }}
          onEnd={selection.clear}
        />
      )}
      {selection.open && <SelectionPanel selection={selection} />}
      {selection.asking === 'file' && <FileDialog onClose={selection.clear} onSelect={(choice) => void selection.select(choice)} />}
      {selection.asking === 'lines' && (
        <NumbersDialog onClose={selection.clear} onSelect={(lines) => void selection.select({ numbers: [...lines] })} />
      )}
    </>
  );
}
