import type { MapRef } from '@vis.gl/react-maplibre';
import { createContext, useContext, type RefObject } from 'react';
import type { Colouring } from './colours/schemes';
import type { DrawerId } from './drawer/views';

/** What the parts of the map's page share: sections of the panel, views of the drawer, layers. */
export interface MapPage {
  readonly projectId: string;
  readonly map: RefObject<MapRef | null>;
  /** Identity of the parcel whose panel is open. */
  readonly inspected: string | undefined;
  /** The project's marker whose details are open. */
  readonly detailed: number | undefined;
  /** Opens the panel of a parcel, and brings the parcel into view. */
  readonly inspect: (llUuid: string) => void;
  /** Selects what adjoins these parcels. */
  readonly selectAdjoining: (llUuids: readonly string[]) => void;
  /** The view of the drawer that is open. */
  readonly drawer: DrawerId | undefined;
  /** Opens a view of the drawer, or closes the drawer. */
  readonly openDrawer: (view: DrawerId | undefined) => void;
  /** The attribute by which parcels are coloured. */
  readonly colouring: Colouring | undefined;
  readonly onColouring: (by: Colouring | undefined) => void;
  /** The finished growth run that the map shows. */
  readonly growthRun: string | undefined;
  readonly onGrowthRun: (runId: string | undefined) => void;
}

export const MapPageContext = createContext<MapPage | undefined>(undefined);

export function useMapPage(): MapPage {
  const page = useContext(MapPageContext);
  if (!page) throw new Error('useMapPage needs a MapScreen above it');
  return page;
}
