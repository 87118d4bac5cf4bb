import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { MapRef } from '@vis.gl/react-maplibre';
import { useMemo, useReducer, useState, type RefObject } from 'react';
import { reviewedParcelsQuery } from '../../api/queries/markers';
import { mapConfigQuery, parcelQuery } from '../../api/queries/parcels';
import { projectQuery } from '../../api/queries/projects';
import { markerOf, savedMarkersQuery, useParcelOutlines, type Outline } from './api';
import { useBase } from './base';
import { useLostBase } from './base-tools';
import type { Colouring } from './colours/schemes';
import { useDueForReview } from './discards/due-for-review';
import type { DrawerId } from './drawer/views';
import { boundsOf } from './geometry';
import { useInspect } from './inspect/use-inspect';
import { mapLayers, useShownLayers, type LayerId, type ShownLayers } from './layers';
import { popupOf } from './map-popup';
import { reduceMeasure } from './measure';
import { useSelectedPoints } from './selection/api';
import { useFiltersState } from './filters/use-filters';
import { useLinkedSearch } from './filters/use-linked-search';
import { useSelection } from './selection/use-selection';
import { useMapTools } from './use-map-tools';
import { useOpeningView } from './use-opening-view';
import { useParcelInView } from './use-parcel-in-view';
import { useParcelMap } from './use-parcel-map';
import { usePlaceSpokenOf, useSelectedParcel, type SelectedParcel } from './use-selected-parcel';
import { useSubmarket } from './use-submarket';

interface Options {
  readonly map: RefObject<MapRef | null>;
  readonly projectId: string;
  readonly opening: DrawerId | undefined;
  readonly openingAt: string | undefined;
  readonly openingParcel: string | undefined;
  readonly openingSearch: string | undefined;
  readonly onGoToProperty: (parcelNumber: string) => void;
}

/** The state of the map's screen. */
export function useMapScreen({ map, projectId, opening, openingAt, openingParcel, openingSearch, onGoToProperty }: Options) {
  const { data: config } = useSuspenseQuery(mapConfigQuery);
  const { data: saved } = useSuspenseQuery(savedMarkersQuery(projectId));
  const [idle, setIdle] = useState(false);
  const [far, setFar] = useState(false);
  const [drawer, setDrawer] = useState(opening);
  const [openedAt, setOpenedAt] = useState(openingAt);
  if (openingAt !== openedAt) {
    setOpenedAt(openingAt);
    if (openingAt !== undefined) setDrawer(opening);
  }
  const [colouring, setColouring] = useState<Colouring>();
  const [growthRun, setGrowthRun] = useState<string>();
  const [measurement, measure] = useReducer(reduceMeasure, undefined);
  const [shown, setShown] = useShownLayers();
  const [chosenBase, chooseBase] = useBase(config);
  const base = { ...useLostBase({ base: chosenBase, onBase: chooseBase }), chosen: chosenBase };
  const project = useQuery(projectQuery(projectId));
  const submarket = useSubmarket(projectId);
  const outlines = useParcelOutlines(projectId, saved);
  const parcels = useParcelMap(projectId, saved);
  const filters = useFiltersState();
  const selection = useSelection(projectId, filters.text);
  const inspecting = useInspect(openingParcel);
  const tools = useMapTools({ map, ...parcels, measurement, measure, selection, inspecting });
  const spoken = useSelectedParcel(parcels.state, outlines);
  const inspected = useInspectedParcel(inspecting.inspected, saved);
  const chosen = useSelectedPoints(selection.summary?.selection_id);
  const { discarded, due } = useDiscarded(projectId);
  const phone = useMediaQuery('(max-width: 48em)');
  const linked = useQuery({ ...parcelQuery(openingParcel ?? ''), enabled: openingParcel !== undefined });
  useOpeningView(map, idle && !linked.isLoading, submarket.outline, saved, openingParcel === undefined ? undefined : inspected?.bounds);
  const ready = idle && !submarket.isPending;
  useLinkedSearch({
    map,
    projectId,
    linked: openingSearch,
    ready,
    onApply: (filter) => {
      filters.apply(filter);
      openDrawer('filters');
    },
  });
  const place = usePlaceSpokenOf(parcels.state, spoken) ?? inspected?.bounds;
  const open = { panel: inspecting.inspected !== undefined, drawer: drawer !== undefined };
  const { sheet, sheetHeight } = useParcelInView(map, place, phone, open);
  const popup = popupOf({ projectId, ...parcels, saved, outlines, selected: spoken, onGoToProperty });
  // A phone has room for one sheet: what is said of a parcel, or of selected ones, is over the lists.
  const selecting = selection.open || selection.tool !== undefined;
  const covered = phone && (popup !== undefined || inspecting.inspected !== undefined || selecting);

  function openDrawer(view: DrawerId | undefined): void {
    if (covered) {
      selection.clear();
      inspecting.close();
      parcels.dispatch({ type: 'close' });
    }
    setDrawer(view);
  }

  const exists: Partial<Record<LayerId, unknown>> = { texas: config.texas_overlay, submarket: submarket.drawn, growth: growthRun };
  const present = mapLayers.map(({ id }) => id).filter((id) => !(id in exists) || exists[id]);

  const screen = {
    config,
    saved,
    outlines,
    project: project.data,
    submarket,
    ...parcels,
    popup,
    selected: spoken ?? inspected,
    inspecting,
    selection,
    filters,
    chosen: selection.open ? chosen.data : undefined,
    discarded,
    due,
    tools,
    measurement,
    measure,
    base,
    layers: { present, shown, setShown },
    /** The layers as drawn: with a filter on, what does not match it is dim. */
    shown: useMemo(() => (filters.text === undefined ? shown : dimmed(shown)), [shown, filters.text]),
    phone,
    sheetHeight,
    drawer,
    /** Whether the drawer is open, but out of sight. */
    covered,
    openDrawer,
    colouring,
    setColouring,
    growthRun,
    setGrowthRun,
    idle,
    setIdle,
    far,
    setFar,
    ready,
  };
  return { screen, sheet };
}

/** The parcels whose discard holds, and those whose is due for review. */
function useDiscarded(projectId: string) {
  const { data: reviewed } = useQuery(reviewedParcelsQuery(projectId));
  const { due } = useDueForReview(projectId);
  const discarded = useMemo(() => (reviewed?.discarded ?? []).filter(({ ll_uuid }) => !due.has(ll_uuid)), [reviewed, due]);
  return { discarded, due };
}

/** Of the opacity that was chosen. */
const dim = 0.3;

function dimmed(shown: ShownLayers): ShownLayers {
  return { ...shown, parcels: { ...shown.parcels, opacity: shown.parcels.opacity * dim } };
}

export type MapScreenState = ReturnType<typeof useMapScreen>['screen'];

/** The inspected parcel, once its outline is known. */
function useInspectedParcel(
  inspected: ReturnType<typeof useInspect>['inspected'],
  saved: MapScreenState['saved'],
): SelectedParcel | undefined {
  const llUuid = inspected?.kind === 'parcel' ? inspected.llUuid : undefined;
  const { data: parcel } = useQuery({ ...parcelQuery(llUuid ?? ''), enabled: llUuid !== undefined });
  const isSaved = parcel !== undefined && markerOf(parcel, saved) !== undefined;
  return useMemo(() => {
    const outline = llUuid === undefined ? undefined : (parcel?.geometry as Outline | null | undefined);
    const bounds = outline ? boundsOf(outline) : undefined;
    return outline && bounds ? { outline, bounds, saved: isSaved } : undefined;
  }, [llUuid, parcel, isSaved]);
}
