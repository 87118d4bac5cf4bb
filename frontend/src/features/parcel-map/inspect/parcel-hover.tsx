import { Layer, useMap } from '@vis.gl/react-maplibre';
import type { MapMouseEvent } from 'maplibre-gl';
import { useEffect, useState, type CSSProperties } from 'react';
import { mapColours } from '../../../lib/base-map';
import { acres } from '../../../lib/format';
import { useHover } from '../hover';
import { outlineMinZoom } from '../map-style';
import classes from './hover.module.css';
import { featureId, hitLayer } from './tiles';

interface Tip {
  readonly x: number;
  readonly y: number;
  /** Whether it is above the pointer: below is no room. */
  readonly above: boolean;
  readonly words: string;
}

/** Pixels at the foot of the map, with scale and attribution, and of the line below the pointer. */
const foot = 76;

/** Areas of the parcels, invisible but for the one under the pointer, and a line about that one beside the pointer. */
export function ParcelHover({ active, beforeId }: { readonly active: boolean; readonly beforeId: string | undefined }) {
  const tip = usePointedParcel(active);
  useMarked();
  return (
    <>
      <Layer
        id={hitLayer}
        type="fill"
        source="parcels"
        source-layer="parcels"
        minzoom={outlineMinZoom}
        {...(beforeId !== undefined && { beforeId })}
        paint={{ 'fill-color': mapColours.gold, 'fill-opacity': ['case', ['boolean', ['feature-state', 'hovered'], false], 0.35, 0] }}
      />
      {tip && (
        <div className={classes.visible} style={{ '--x': `${tip.x}px`, '--y': `${tip.y}px` } as CSSProperties}>
          <div role="tooltip" className={classes.tip} data-above={tip.above || undefined}>
            {tip.words}
          </div>
        </div>
      )}
    </>
  );
}

/** Follows the pointer, once a frame: the parcel under it, and what the tooltip says. */
function usePointedParcel(active: boolean): Tip | undefined {
  const { current: map } = useMap();
  const { hover } = useHover();
  const [tip, setTip] = useState<Tip>();

  useEffect(() => {
    if (!map || !active) return;
    let frame = 0;
    let pointed = false;
    const container = map.getContainer();

    function show(next: { readonly id: string; readonly tip: Tip } | undefined): void {
      pointed = next !== undefined;
      hover(next?.id);
      setTip(next?.tip);
      container.toggleAttribute('data-over-parcel', next !== undefined);
    }

    function look({ point, originalEvent }: MapMouseEvent): void {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        // The map is being dragged.
        if (originalEvent.buttons !== 0 || !map?.getLayer(hitLayer)) {
          show(undefined);
          return;
        }
        const feature = map.queryRenderedFeatures(point, { layers: [hitLayer] })[0];
        const id: unknown = feature?.properties['ll_uuid'];
        const { x, y } = point;
        const above = y > container.clientHeight - foot;
        show(feature && typeof id === 'string' ? { id, tip: { x, y, above, words: wordsOf(feature.properties) } } : undefined);
      });
    }

    function leave(): void {
      cancelAnimationFrame(frame);
      show(undefined);
    }

    /** Another parcel is under the pointer then. What a list marks stays. */
    function move(): void {
      if (pointed) leave();
    }

    map.on('mousemove', look);
    map.on('mouseout', leave);
    map.on('movestart', move);
    return () => {
      map.off('mousemove', look);
      map.off('mouseout', leave);
      map.off('movestart', move);
      leave();
    };
  }, [map, active, hover]);

  return active ? tip : undefined;
}

/** Marks the hovered parcel in the tiles, whether the pointer is on the map or in a list. */
function useMarked(): void {
  const { current: map } = useMap();
  const { hovered } = useHover();
  useEffect(() => {
    if (!map || hovered === undefined || !map.getSource('parcels')) return;
    const feature = { source: 'parcels', sourceLayer: 'parcels', id: featureId(hovered) };
    map.setFeatureState(feature, { hovered: true });
    return () => {
      if (map.getSource('parcels')) map.removeFeatureState(feature, 'hovered');
    };
  }, [map, hovered]);
}

/** 'NUMBER · ADDRESS · ACRES · USE · from SOURCE', with what is known of them. */
function wordsOf({ parcelnumb, address, ll_gisacre, usedesc, source }: Readonly<Record<string, unknown>>): string {
  const area = typeof ll_gisacre === 'number' ? acres(ll_gisacre) : undefined;
  const from = typeof source === 'string' ? `from ${source}` : undefined;
  return [parcelnumb, address, area, usedesc, from].filter((part) => typeof part === 'string' && part !== '').join(' · ');
}
