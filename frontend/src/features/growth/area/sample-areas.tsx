import { Layer, Marker, Source } from '@vis.gl/react-maplibre';
import { mapColours } from '../../../lib/base-map';
import { sampleAreas, type Area } from './area';
import classes from './area.module.css';
import { collection, rectangle } from './shapes';

/** Layers where a click selects a sample area. */
export const sampleLayers = ['samples-fill', 'samples-dot'];

/** Below this zoom a region is too small to see and is shown as a named dot. */
export const smallBelow = 6.5;

const middleOf = ({ west, south, east, north }: Area): [number, number] => [(west + east) / 2, (south + north) / 2];
const rectangles = collection(sampleAreas.map(({ name, area }) => rectangle(area, { name })));
const middles = collection(
  sampleAreas.map(({ name, area }) => ({
    type: 'Feature',
    properties: { name },
    geometry: { type: 'Point', coordinates: middleOf(area) },
  })),
);

/** The sample rectangles on the map; named dots at low zoom. */
export function SampleAreas({ named }: { readonly named: boolean }) {
  return (
    <>
      <Source id="samples" type="geojson" data={rectangles}>
        <Layer
          id="samples-fill"
          type="fill"
          // At high zoom the fill would tint the result.
          paint={{ 'fill-color': mapColours.pending, 'fill-opacity': ['interpolate', ['linear'], ['zoom'], 6, 0.08, 8, 0] }}
        />
        <Layer id="samples-line" type="line" paint={{ 'line-color': mapColours.pending, 'line-width': 1.5, 'line-dasharray': [3, 2] }} />
      </Source>
      <Source id="sample-middles" type="geojson" data={middles}>
        <Layer
          id="samples-dot"
          type="circle"
          maxzoom={smallBelow}
          paint={{
            'circle-radius': 7,
            'circle-color': mapColours.pending,
            'circle-stroke-color': mapColours.halo,
            'circle-stroke-width': 2,
          }}
        />
      </Source>
      {named &&
        sampleAreas.map(({ name, area }) => {
          const [longitude, latitude] = middleOf(area);
          return (
            <Marker key={name} longitude={longitude} latitude={latitude} anchor="top" offset={[0, 12]} className={classes.sample ?? ''}>
              {/* Screen readers get the names from the list beside the map. */}
              <span aria-hidden>{name}</span>
            </Marker>
          );
        })}
    </>
  );
}
