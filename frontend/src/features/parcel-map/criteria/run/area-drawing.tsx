import { Layer, Source } from '@vis.gl/react-maplibre';
import type { MultiPolygon, Polygon } from 'geojson';
import { createPortal } from 'react-dom';
import { mapColours } from '../../../../lib/base-map';
import { useMapPage } from '../../map-page';
import { OnMap } from '../../on-map';
import { PointPanel } from '../../selection/point-panel';
import { SelectionPad } from '../../selection/selection-pad';
import { choiceOf, type Choice } from '../../selection/shape';

interface PadProps {
  readonly onDrawn: (area: Polygon) => void;
  readonly onEnd: () => void;
}

/** Covers the map while an area is drawn around. */
export function AreaPad({ onDrawn, onEnd }: PadProps) {
  const { map } = useMapPage();
  const view = map.current;
  const container: unknown = view?.getContainer();
  if (!view || !(container instanceof HTMLElement)) return null;

  function take(choice: Choice | undefined): void {
    if (choice?.area?.type === 'Polygon') onDrawn(choice.area);
  }

  return createPortal(
    <>
      <SelectionPad
        tool="lasso"
        onDrawn={(path) => {
          take(
            choiceOf('lasso', path, ({ x, y }) => {
              const { lat, lng } = view.unproject([x, y]);
              return { lat, lon: lng };
            }),
          );
        }}
        onEnd={onEnd}
      />
      <PointPanel tool="lasso" map={map} onDrawn={take} onEnd={onEnd} />
    </>,
    container,
  );
}

/** An area that was drawn; `id` tells several apart. */
export function DrawnArea({ area, id = 'search-area' }: { readonly area: Polygon | MultiPolygon; readonly id?: string }) {
  return (
    <OnMap>
      <Source id={id} type="geojson" data={{ type: 'Feature', properties: {}, geometry: area }}>
        <Layer id={`${id}-fill`} type="fill" paint={{ 'fill-color': mapColours.chosen, 'fill-opacity': 0.08 }} />
        <Layer id={`${id}-line`} type="line" paint={{ 'line-color': mapColours.chosen, 'line-width': 2, 'line-dasharray': [2, 1.5] }} />
      </Source>
    </OnMap>
  );
}
