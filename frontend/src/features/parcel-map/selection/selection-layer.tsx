import type { MapRef } from '@vis.gl/react-maplibre';
import { useEffect, type RefObject } from 'react';
import { boundsOf, union } from '../geometry';
import { useMapPage } from '../map-page';
import { placeZoom } from '../map-style';
import { mostFiles, useOwnFiles } from '../own-files/use-own-files';
import { showBeside } from '../show-place';
import { focusTool } from '../tool-focus';
import type { Shape } from './file/shapes';
import { FileDialog } from './file-dialog';
import { NumbersDialog } from './numbers-dialog';
import { PointPanel } from './point-panel';
import { RadiusDialog } from './radius-dialog';
import { RoadDialog } from './road-dialog';
import { roadOfName } from './roads-on-map';
import { SelectionPad } from './selection-pad';
import { SelectionPanel } from './selection-panel';
import { CorridorLine } from './corridor-line';
import { choiceOf } from './shape';
import { useRoadPointer } from './use-road-pointer';
import type { MapSelection } from './use-selection';

interface Props {
  readonly selection: MapSelection;
  readonly map: RefObject<MapRef | null>;
}

/** What is above the map while parcels are selected: the area being drawn, the pasted lines, or what is selected. */
export function SelectionLayer({ selection, map }: Props) {
  const { tool } = selection;
  const road = useRoadPointer(map, (followed) => void selection.follow(followed));
  const line = tool === 'road' ? road.pointed?.line : selection.choice?.corridor?.line;
  const ownFiles = useOwnFiles(useMapPage().projectId);
  const selecting = tool !== undefined || selection.open;
  // When selecting ends, its tool is another button than before.
  useEffect(() => (selecting ? () => focusTool('Select parcels') : undefined), [selecting]);

  function show(name: string, shapes: readonly Shape[]): void {
    ownFiles.add(name, shapes);
    selection.clear();
    const bounds = union(
      shapes.flatMap(({ geometry }) => {
        const box = boundsOf(geometry);
        return box ? [box] : [];
      }),
    );
    if (map.current && bounds) showBeside(map.current, bounds, placeZoom);
  }

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
            else if (tool === 'road') road.take(path[0]);
          }}
          {...(tool === 'road' && { onPoint: road.point, over: road.pointed !== undefined })}
          onEnd={selection.clear}
        />
      )}
      {tool && <PointPanel key={tool} tool={tool} map={map} onDrawn={(choice) => void selection.select(choice)} onEnd={selection.clear} />}
      {line && <CorridorLine line={line} />}
      {selection.open && <SelectionPanel selection={selection} />}
      {selection.asking === 'radius' && (
        <RadiusDialog
          onClose={selection.clear}
          onSelect={(radius_m) => {
            const center = map.current?.getCenter();
            if (center) void selection.select({ circle: { lon: center.lng, lat: center.lat, radius_m } });
          }}
        />
      )}
      {selection.asking === 'road' && (
        <RoadDialog
          names={selection.roads}
          onClose={selection.clear}
          onSelect={(name) => {
            const named = map.current && roadOfName(map.current, name);
            if (named) void selection.follow(named);
          }}
        />
      )}
      {selection.asking === 'file' && (
        <FileDialog
          onClose={selection.clear}
          onSelect={(choice) => void selection.select(choice)}
          onShow={ownFiles.files.length < mostFiles ? show : undefined}
        />
      )}
      {selection.asking === 'lines' && (
        <NumbersDialog onClose={selection.clear} onSelect={(lines) => void selection.select({ numbers: [...lines] })} />
      )}
    </>
  );
}
