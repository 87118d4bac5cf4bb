import { Layer, Source, type ViewStateChangeEvent } from '@vis.gl/react-maplibre';
import type { MapLayerMouseEvent } from 'maplibre-gl';
import { useMemo, useState, type ReactNode } from 'react';
import { mapColours } from '../../../lib/base-map';
import { groundStyle } from '../../../lib/base-style';
import { BaseMap, useDarkMap } from '../../../ui/base-map';
import type { MapConfig } from '../api/types';
import { sampleAreas, type Area } from './area';
import { SampleAreas, sampleLayers, smallBelow } from './sample-areas';
import { collection, rectangle } from './shapes';
import { useDrawing } from './use-drawing';
import { useView } from './use-view';

interface Props {
  readonly config: MapConfig;
  readonly area: Area | undefined;
  /** Area to fit in the view; a new object fits it again. */
  readonly inView: Area | undefined;
  readonly drawing: boolean;
  /** Called with the rectangle while it is being drawn. */
  readonly onSketch: (area: Area) => void;
  readonly onDrawn: (area: Area) => void;
  readonly onSample: (area: Area) => void;
  /** Called when everything is loaded and painted. */
  readonly onIdle: () => void;
  /** Layers of a result. */
  readonly children?: ReactNode;
}

/** The map: sample rectangles, the selected area, and drawing one by a drag or two clicks. Presentational only. */
export function GrowthMap({ config, area, inView, drawing, onSketch, onDrawn, onSample, onIdle, children }: Props) {
  const dark = useDarkMap();
  const style = useMemo(() => groundStyle(config, 'pictures', dark), [config, dark]);
  const selected = useMemo(() => collection(area ? [rectangle(area, {})] : []), [area]);
  const pen = useDrawing(drawing, onSketch, onDrawn);
  const view = useView(inView);
  const [afar, setAfar] = useState(inView === undefined);

  function clicked(event: MapLayerMouseEvent): void {
    const name: unknown = event.features?.[0]?.properties['name'];
    const sample = sampleAreas.find((each) => each.name === name);
    if (sample && !drawing) onSample(sample.area);
  }

  return (
    <BaseMap
      {...view}
      scale="metric"
      mapStyle={style}
      cursor={drawing ? 'crosshair' : undefined}
      dragPan={!drawing}
      doubleClickZoom={!drawing}
      interactiveLayerIds={drawing ? [] : sampleLayers}
      onZoom={({ viewState }: ViewStateChangeEvent) => setAfar(viewState.zoom < smallBelow)}
      onIdle={onIdle}
      onClick={clicked}
      onMouseDown={pen.down}
      onMouseMove={pen.move}
      onMouseUp={pen.up}
      onTouchStart={pen.down}
      onTouchMove={pen.move}
      onTouchEnd={pen.up}
    >
      <SampleAreas named={afar} />
      {children}
      <Source id="selected" type="geojson" data={selected}>
        <Layer id="selected-fill" type="fill" paint={{ 'fill-color': mapColours.gold, 'fill-opacity': children ? 0 : 0.2 }} />
        <Layer id="selected-halo" type="line" paint={{ 'line-color': mapColours.pending, 'line-width': 5, 'line-opacity': 0.5 }} />
        <Layer id="selected-line" type="line" paint={{ 'line-color': mapColours.gold, 'line-width': 3 }} />
      </Source>
    </BaseMap>
  );
}
