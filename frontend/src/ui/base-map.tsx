import { useComputedColorScheme } from '@mantine/core';
import MapLibre, { NavigationControl, ScaleControl, type MapProps, type MapRef } from '@vis.gl/react-maplibre';
import { addProtocol, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { Protocol } from 'pmtiles';
import type { ReactNode, Ref } from 'react';
import { archiveSource, pictureSource } from '../lib/base-style';
import classes from './base-map.module.css';

// A worker of our own origin, because the content-security policy forbids blob workers.
setWorkerUrl(workerUrl);
// With the archives' metadata, which has their attribution.
addProtocol('pmtiles', new Protocol({ metadata: true }).tile);

/** A part of the base map that can fail to load: pictures, or the archives of streets and names. */
export type BasePart = 'pictures' | 'streets';

interface Props extends Omit<MapProps, 'onError' | 'style'> {
  readonly ref?: Ref<MapRef>;
  /** Unit of the scale bar; none without it. */
  readonly scale?: 'imperial' | 'metric';
  readonly onLost?: (part: BasePart) => void;
  readonly children?: ReactNode;
}

/** Every map of the app: MapLibre with our worker, archives of tiles, zoom buttons, scale bar and attribution. */
export function BaseMap({ ref, scale, onLost, children, ...props }: Props) {
  return (
    <div className={classes.map}>
      <MapLibre
        attributionControl={{ compact: true }}
        {...props}
        {...(ref !== undefined && { ref })}
        style={{ width: '100%', height: '100%' }}
        onError={(event) => {
          // An archive need not have every layer of the schema.
          if (event.error.message.startsWith('Source layer')) return;
          const source = 'sourceId' in event ? String(event.sourceId) : '';
          // The map that was shown before may fail late.
          if (!isSourceOf(props.mapStyle, source)) return;
          if (source.startsWith(pictureSource)) onLost?.('pictures');
          if (source.startsWith(archiveSource)) onLost?.('streets');
        }}
      >
        {scale && (
          <>
            <NavigationControl position="bottom-right" visualizePitch={false} showCompass={false} />
            <ScaleControl unit={scale} position="bottom-left" />
          </>
        )}
        {children}
      </MapLibre>
    </div>
  );
}

function isSourceOf(style: MapProps['mapStyle'], source: string): boolean {
  return typeof style === 'object' && 'sources' in style && source in style.sources;
}

/** Whether maps are dark: the theme of the app. */
export function useDarkMap(): boolean {
  return useComputedColorScheme('light') === 'dark';
}
