import MapLibre, { Layer, NavigationControl, ScaleControl, Source, type MapRef } from '@vis.gl/react-maplibre';
import { setWorkerUrl, type MapLayerMouseEvent } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { useMemo, type ReactNode, type Ref } from 'react';
import { groundStyle, initialView, mapColours } from '../../../lib/base-map';
import { useBorders } from '../../../ui/map/use-borders';
import { sampleAreas, type Area } from './area';
import { collection, rectangle } from './shapes';
import type { MapConfig } from '../api/types';
import { useDrawing } from './use-drawing';

// A worker of our own origin: the content-security policy allows no blob workers.
setWorkerUrl(workerUrl);

/** Layers that answer a click with a sample area. */
const sampleLayers = ['samples-fill', 'samples-dot'];
const sampleRectangles = collection(sampleAreas.map(({ name, area }) => rectangle(area, { name })));
const sampleMiddles = collection(
  sampleAreas.map(({ name, area }) => ({
    type: 'Feature',
    properties: { name },
    geometry: { type: 'Point', coordinates: [(area.west + area.east) / 2, (area.south + area.north) / 2] },
  })),
);

interface Props {
  readonly ref?: Ref<MapRef>;
  readonly config: MapConfig;
  readonly area: Area | undefined;
  readonly drawing: boolean;
  /** While a rectangle is being drawn: what it would be. */
  readonly onSketch: (area: Area) => void;
  readonly onDrawn: (area: Area) => void;
  readonly onSample: (area: Area) => void;
  /** What lies on the ground: a result. */
  readonly children?: ReactNode;
}

/** The map: sample rectangles, the selected area, and drawing one by a drag or two clicks. It knows nothing of calls. */
export function GrowthMap({ ref, config, area, drawing, onSketch, onDrawn, onSample, children }: Props) {
  const style = useBorders(() => groundStyle(config.streetmap));
  const selected = useMemo(() => collection(area ? [rectangle(area, {})] : []), [area]);
  const pen = useDrawing(drawing, onSketch, onDrawn);

  function clicked(event: MapLayerMouseEvent): void {
    const name: unknown = event.features?.[0]?.properties['name'];
    const sample = sampleAreas.find((each) => each.name === name);
    if (sample && !drawing) onSample(sample.area);
  }

  return (
    <MapLibre
      ref={ref}
      mapStyle={style}
      initialViewState={initialView}
      cursor={drawing ? 'crosshair' : undefined}
      dragPan={!drawing}
      doubleClickZoom={!drawing}
      interactiveLayerIds={drawing ? [] : sampleLayers}
      attributionControl={{ compact: true }}
      style={{ width: '100%', height: '100%' }}
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
      <Source id="samples" type="geojson" data={sampleRectangles}>
        <Layer
          id="samples-fill"
          type="fill"
          // Close by, the tint would dye the result.
          paint={{ 'fill-color': mapColours.pending, 'fill-opacity': ['interpolate', ['linear'], ['zoom'], 6, 0.08, 8, 0] }}
        />
        <Layer id="samples-line" type="line" paint={{ 'line-color': mapColours.pending, 'line-width': 1.5, 'line-dasharray': [3, 2] }} />
      </Source>
      {/* At the scale of the whole country a region is too small to see: a dot to click. */}
      <Source id="sample-middles" type="geojson" data={sampleMiddles}>
        <Layer
          id="samples-dot"
          type="circle"
          maxzoom={6.5}
          paint={{
            'circle-radius': 7,
            'circle-color': mapColours.pending,
            'circle-stroke-color': mapColours.halo,
            'circle-stroke-width': 2,
          }}
        />
      </Source>
      {children}
      <Source id="selected" type="geojson" data={selected}>
        <Layer id="selected-fill" type="fill" paint={{ 'fill-color': mapColours.gold, 'fill-opacity': children ? 0 : 0.2 }} />
        <Layer id="selected-halo" type="line" paint={{ 'line-color': mapColours.pending, 'line-width': 5, 'line-opacity': 0.5 }} />
        <Layer id="selected-line" type="line" paint={{ 'line-color': mapColours.gold, 'line-width': 3 }} />
      </Source>
    </MapLibre>
  );
}
