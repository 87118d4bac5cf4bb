import { Paper, Text } from '@mantine/core';
import { Layer, Source, useMap } from '@vis.gl/react-maplibre';
import type { FilterSpecification } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { absolute } from '../../../lib/base-map';
import { date } from '../../../lib/format';
import { hitLayer } from '../inspect/tiles';
import legend from '../legend-lines.module.css';
import { tilesMinZoom } from '../map-style';
import { OnMap } from '../on-map';
import classes from './flood.module.css';
import { classesOf, floodClasses, sourcesOf, type FloodSource } from './zones';

const tiles = '/api-2/flood_tiles/{z}/{x}/{y}.mvt';
const source = 'flood-zones';

interface Props {
  /** 0 to 1. */
  readonly opacity: number;
}

/** Flood zones below the parcels, and whose they are. */
export function FloodLayer({ opacity }: Props) {
  const [seen, setSeen] = useState<readonly FloodSource[]>();
  return (
    <>
      <OnMap>
        <FloodZones opacity={opacity} onSeen={setSeen} />
      </OnMap>
      <Paper className={classes.legend ?? ''} component="section" aria-label="Flood zones" p="xs">
        <Text size="xs" fw={600}>
          Flood zones
        </Text>
        <ul className={legend.lines}>
          {floodClasses.map(({ id, label, colour, width, dash, fill }) => (
            <li key={id} className={legend.line}>
              <svg width={20} height={12} aria-hidden>
                <rect
                  x={1.5}
                  y={1.5}
                  width={17}
                  height={9}
                  fill={colour}
                  fillOpacity={fill}
                  stroke={colour}
                  strokeWidth={width}
                  {...(dash && { strokeDasharray: dash.map((each) => each * width).join(' ') })}
                />
              </svg>
              <Text size="xs">{label}</Text>
            </li>
          ))}
        </ul>
        <Sources seen={seen} />
      </Paper>
    </>
  );
}

function Sources({ seen }: { readonly seen: readonly FloodSource[] | undefined }) {
  if (!seen) return null;
  if (seen.length === 0) {
    return (
      <Text size="xs" role="status">
        No flood map is loaded here: the risk is unknown.
      </Text>
    );
  }
  return seen.map((each) => (
    <Text key={Object.values(each).join()} size="xs" c="dimmed">
      {[each.source, each.source_date && date(each.source_date), each.source_licence].filter(Boolean).join(', ')}
    </Text>
  ));
}

interface ZonesProps extends Props {
  readonly onSeen: (sources: readonly FloodSource[]) => void;
}

function FloodZones({ opacity, onSeen }: ZonesProps) {
  const { current: map } = useMap();
  useEffect(() => {
    if (!map) return;
    const look = () => {
      // Further out there are no tiles, and nothing is known of the view.
      if (map.getZoom() < tilesMinZoom || !map.getSource(source)) return;
      onSeen(sourcesOf(map.querySourceFeatures(source, { sourceLayer: 'flood_coverage' }).map(({ properties }) => properties)));
    };
    map.on('idle', look);
    return () => {
      map.off('idle', look);
    };
  }, [map, onSeen]);
  return (
    // Overzoomed beyond 16, as the parcels are.
    <Source id={source} type="vector" tiles={[absolute(tiles)]} minzoom={tilesMinZoom} maxzoom={16}>
      {floodClasses.flatMap(({ id, colour, width, dash, fill }) => {
        const of = { source, 'source-layer': 'flood_zones', beforeId: hitLayer } as const;
        const filter: FilterSpecification = ['in', ['get', 'class'], ['literal', [...classesOf[id]]]];
        return [
          <Layer
            key={`${id}-fill`}
            id={`flood-${id}-fill`}
            type="fill"
            {...of}
            filter={filter}
            paint={{ 'fill-color': colour, 'fill-opacity': fill * opacity }}
          />,
          <Layer
            key={`${id}-line`}
            id={`flood-${id}-line`}
            type="line"
            {...of}
            filter={filter}
            paint={{ 'line-color': colour, 'line-width': width, 'line-opacity': opacity, ...(dash && { 'line-dasharray': [...dash] }) }}
          />,
        ];
      })}
    </Source>
  );
}
