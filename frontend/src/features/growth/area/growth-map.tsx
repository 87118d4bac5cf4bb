import MapLibre, { Layer, NavigationControl, ScaleControl, Source, type ViewStateChangeEvent } from '@vis.gl/react-maplibre';
import { setWorkerUrl, type MapLayerMouseEvent } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { useMemo, useState, type ReactNode } from 'react';
import { groundStyle, mapColours } from '../../../lib/base-map';
import type { MapConfig } from '../api/types';
import { sampleAreas, type Area } from './area';
import { SampleAreas, sampleLayers, smallBelow } from './sample-areas';
import { collection, rectangle } from './shapes';
import { useDrawing } from './use-drawing';
import { useView } from './use-view';

// A worker of our own origin, because the content-security policy forbids blob workers.
setWorkerUrl(workerUrl);

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
  const style = useMemo(() => groundStyle(config.streetmap), [config.streetmap]);
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
    <MapLibre
      {...view}
      mapStyle={style}
      cursor={drawing ? 'crosshair' : undefined}
      dragPan={!drawing}
      doubleClickZoom={!drawing}
      interactiveLayerIds={drawing ? [] : sampleLayers}
      attributionControl={{ compact: true }}
      style={{ width: '100%', height: '100%' }}
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
      <NavigationControl position="bottom-right" visualizePitch={false} showCompass={false} />
      <ScaleControl unit="metric" position="bottom-left" />
      <SampleAreas named={afar} />
      {children}
      <Source id="selected" type="geojson" data={selected}>
        <Layer id="selected-fill" type="fill" paint={{ 'fill-color': mapColours.gold, 'fill-opacity': children ? 0 : 0.2 }} />
        <Layer id="selected-halo" type="line" paint={{ 'line-color': mapColours.pending, 'line-width': 5, 'line-opacity': 0.5 }} />
        <Layer id="selected-line" type="line" paint={{ 'line-color': mapColours.gold, 'line-width': 3 }} />
      </Source>
    </MapLibre>
  );
}
