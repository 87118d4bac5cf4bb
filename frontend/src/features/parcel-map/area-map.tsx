import { Button, Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Layer, Marker, Source } from '@vis.gl/react-maplibre';
import type { Polygon } from 'geojson';
import type { MapRef } from '@vis.gl/react-maplibre';
import { useEffect, useMemo, useRef, useState } from 'react';
import { mapConfigQuery } from '../../api/queries/parcels';
import { mapColours } from '../../lib/base-map';
import { BaseMap, useDarkMap } from '../../ui/base-map';
import classes from './area-map.module.css';
import { baseStyle } from './map-style';
import { within } from './selection/line';
import { SelectionPad } from './selection/selection-pad';
import { choiceOf, type Pixel } from './selection/shape';

/** Most positions of an area: it becomes part of an address. */
const mostPositions = 150;
/** About three miles across. */
const zoom = 13;

interface Props {
  /** The property, in the middle of the map. */
  readonly at: { readonly lon: number; readonly lat: number };
  readonly area: Polygon | undefined;
  readonly onDrawn: (area: Polygon) => void;
  /** Whether something is being drawn: Esc ends that then, and closes no dialog around the map. */
  readonly onDrawing: (drawing: boolean) => void;
}

/** A small map around a property on which an area is drawn. */
export function AreaMap({ at, area, onDrawn, onDrawing }: Props) {
  const config = useQuery(mapConfigQuery);
  const dark = useDarkMap();
  const style = useMemo(() => (config.data ? baseStyle(config.data, 'map', dark) : undefined), [config.data, dark]);
  const map = useRef<MapRef>(null);
  const [drawing, setDrawing] = useState(false);
  useEffect(() => {
    onDrawing(drawing);
    return () => onDrawing(false);
  }, [drawing, onDrawing]);

  function draw(path: readonly Pixel[]): void {
    const view = map.current;
    const fewer = within(
      path.map(({ x, y }) => [x, y] as const),
      mostPositions,
    );
    const choice =
      view &&
      choiceOf(
        'lasso',
        fewer.map(([x, y]) => ({ x, y })),
        ({ x, y }) => {
          const { lat, lng } = view.unproject([x, y]);
          return { lat, lon: lng };
        },
      );
    if (choice?.area?.type !== 'Polygon') return;
    setDrawing(false);
    onDrawn(choice.area);
  }

  return (
    <div>
      <div className={classes.map}>
        {style ? (
          <BaseMap ref={map} scale="imperial" mapStyle={style} initialViewState={{ latitude: at.lat, longitude: at.lon, zoom }}>
            <Marker latitude={at.lat} longitude={at.lon} color={mapColours.parcel} />
            {area && (
              <Source id="area" type="geojson" data={{ type: 'Feature', properties: {}, geometry: area }}>
                <Layer id="area-fill" type="fill" paint={{ 'fill-color': mapColours.chosen, 'fill-opacity': 0.15 }} />
                <Layer id="area-line" type="line" paint={{ 'line-color': mapColours.chosen, 'line-width': 3 }} />
              </Source>
            )}
          </BaseMap>
        ) : (
          <Loader role="progressbar" aria-label="Loading the map" />
        )}
        {drawing && <SelectionPad tool="lasso" onDrawn={draw} onEnd={() => setDrawing(false)} />}
      </div>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" variant={drawing ? 'filled' : 'default'} aria-pressed={drawing} onClick={() => setDrawing(!drawing)}>
          {area ? 'Draw another area' : 'Draw the area'}
        </Button>
        <Text size="xs" c="dimmed" aria-live="polite">
          {drawing ? 'Drag on the map around the sales.' : 'Move the map first if the area is elsewhere.'}
        </Text>
      </Group>
    </div>
  );
}
