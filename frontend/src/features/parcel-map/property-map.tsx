import { useQuery } from '@tanstack/react-query';
import { Layer, Marker, Source } from '@vis.gl/react-maplibre';
import { Center, Loader } from '@mantine/core';
import type { Geometry } from 'geojson';
import { useMemo, useState } from 'react';
import { mapConfigQuery } from '../../api/queries/parcels';
import { mapColours } from '../../lib/base-map';
import { BaseMap, useDarkMap } from '../../ui/base-map';
import type { Base } from './base';
import { BaseNotice, BaseSwitch, useLostBase } from './base-tools';
import classes from './map-screen.module.css';
import { baseStyle } from './map-style';

/** Zoom of the property's map, and its default view: the Houston area (specification, point 9). */
const propertyZoom = 18;
const houston = { lat: 29.7604, lon: -95.3698 };

interface Props {
  readonly lat: number | null | undefined;
  readonly lon: number | null | undefined;
  readonly outline: unknown;
}

/** An aerial view of a parcel with its outline. */
export function PropertyMap({ lat, lon, outline }: Props) {
  const config = useQuery(mapConfigQuery);
  // Imagery regardless of the project map's setting; the street map is a fallback when imagery does not load.
  const [chosen, setChosen] = useState<Base>('satellite');
  const base = useLostBase({ base: chosen, onBase: setChosen });
  const dark = useDarkMap();
  const style = useMemo(() => (config.data ? baseStyle(config.data, chosen, dark) : undefined), [config.data, chosen, dark]);
  if (!style) {
    return (
      <Center h="100%">
        <Loader role="progressbar" aria-label="Loading the map" />
      </Center>
    );
  }
  const at = { lat: lat ?? houston.lat, lon: lon ?? houston.lon };
  return (
    <div className={classes.map}>
      <BaseMap
        scale="imperial"
        mapStyle={style}
        initialViewState={{ latitude: at.lat, longitude: at.lon, zoom: propertyZoom }}
        // Always expanded, because the imagery must be credited.
        attributionControl={{ compact: false }}
        onLost={base.onLost}
      >
        {outline ? (
          <Source id="outline" type="geojson" data={{ type: 'Feature', properties: {}, geometry: outline as Geometry }}>
            <Layer id="outline-fill" type="fill" paint={{ 'fill-color': mapColours.parcel, 'fill-opacity': 0.15 }} />
            <Layer id="outline-line" type="line" paint={{ 'line-color': mapColours.parcel, 'line-width': 3 }} />
          </Source>
        ) : (
          <Marker latitude={at.lat} longitude={at.lon} color={mapColours.parcel} />
        )}
      </BaseMap>
      {config.data?.basemap && (
        <div className={classes.tools}>
          <div className={classes.base}>
            <BaseSwitch base={chosen} onBase={base.choose} />
          </div>
        </div>
      )}
      {base.shown && (
        <BaseNotice className={classes.notice} sentence={base.shown} base={chosen} onBase={base.choose} onClose={base.onClose} />
      )}
    </div>
  );
}
