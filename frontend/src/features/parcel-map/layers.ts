import { useLocalStorage } from '@mantine/hooks';
import { mapColours } from '../../lib/base-map';
import { currentUserId } from '../../lib/session';

/** A layer of the map that users show, hide and fade. */
export interface MapLayer {
  readonly id: LayerId;
  readonly name: string;
  /** 0 to 1; where the user has not chosen another. */
  readonly opacity: number;
  /** Only where the user has asked for it. */
  readonly hidden?: true;
  /** Its line in the legend. */
  readonly key: { readonly colour: string; readonly width: number } | undefined;
}

export type LayerId = 'parcels' | 'saved' | 'submarket' | 'texas' | 'growth' | 'flood';

/** Opacity of the county overlay (specification, point 9). */
const overlayOpacity = 0.7;

/** All layers, in the order of the list. */
export const mapLayers: readonly MapLayer[] = [
  { id: 'submarket', name: 'Submarket', opacity: 1, key: { colour: mapColours.gold, width: 3 } },
  { id: 'parcels', name: 'Parcels', opacity: 1, key: { colour: mapColours.parcel, width: 1 } },
  { id: 'saved', name: 'In the project', opacity: 1, key: { colour: mapColours.parcel, width: 3 } },
  // Its legend has more than a line.
  { id: 'growth', name: 'Growth chance', opacity: 0.6, key: undefined },
  // Its legend has more than a line.
  { id: 'flood', name: 'Flood zones', opacity: 0.8, hidden: true, key: undefined },
  { id: 'texas', name: 'County parcels (Texas)', opacity: overlayOpacity, key: undefined },
];

/** How a layer is shown. */
export interface Shown {
  readonly on: boolean;
  /** 0 to 1. */
  readonly opacity: number;
}

export type ShownLayers = Readonly<Record<LayerId, Shown>>;

const eachLayer = (shownOf: (layer: MapLayer) => Shown) =>
  Object.fromEntries(mapLayers.map((layer) => [layer.id, shownOf(layer)])) as unknown as ShownLayers;

/** All layers as the specification has them. */
export const allShown: ShownLayers = eachLayer(({ opacity, hidden }) => ({ on: !hidden, opacity }));

/** What is stored; anything else, from another version or by hand, counts as not chosen. */
export function readShown(stored: string | undefined): ShownLayers {
  let values: unknown;
  try {
    values = JSON.parse(stored ?? '{}');
  } catch {
    return allShown;
  }
  return eachLayer(({ id, opacity, hidden }) => {
    const value: unknown = typeof values === 'object' && values !== null ? (values as Record<string, unknown>)[id] : undefined;
    const { on, opacity: chosen } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
    const valid = typeof chosen === 'number' && chosen >= 0 && chosen <= 1;
    return { on: typeof on === 'boolean' ? on : !hidden, opacity: valid ? chosen : opacity };
  });
}

/** The layers as this person last chose them in this browser. */
export function useShownLayers(): [ShownLayers, (id: LayerId, shown: Shown) => void] {
  const [layers, setLayers] = useLocalStorage<ShownLayers>({
    key: `map_layers_${currentUserId() ?? ''}`,
    defaultValue: allShown,
    deserialize: readShown,
    getInitialValueInEffect: false,
  });
  return [layers, (id, shown) => setLayers((all) => ({ ...all, [id]: shown }))];
}
