import { Box } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { MapRef } from '@vis.gl/react-maplibre';
import { useRef, type RefObject } from 'react';
import { useNotice } from '../../ui/dialogs';
import { LazyMapDrawer } from './drawer/lazy-map-drawer';
import type { DrawerId } from './drawer/views';
import { LazyFloodLayer } from './flood/lazy-flood-layer';
import { LazyGrowthLayer } from './growth/lazy-growth-layer';
import { HoverProvider } from './hover';
import { LazyFilterLayer } from './filters/lazy-filter-layer';
import { FiltersContext, useMapFilters } from './filters/use-filters';
import { LazyInspectPanel } from './inspect/lazy-inspect-panel';
import { LazyMeasurePanel } from './lazy-measure-panel';
import { Legend } from './legend';
import { LazyColours } from './colours/lazy-colours';
import { MapNotices } from './map-notices';
import { MapPageContext } from './map-page';
import classes from './map-screen.module.css';
import { unsavedSpot } from './map-state';
import { tilesMinZoom } from './map-style';
import { MapTools } from './map-tools';
import { MapView } from './map-view';
import { OnMapProvider } from './on-map';
import { LazyOwnFileLayers } from './own-files/lazy-own-file-layers';
import { LazySelectionLayer } from './selection/lazy-selection-layer';
import { showPlace } from './show-place';
import { usePage } from './use-page';
import { useMapScreen, type MapScreenState } from './use-map-screen';

interface Props {
  readonly projectId: string;
  /** The view of the drawer that is open at first. */
  readonly opening?: DrawerId | undefined;
  /** A command to open it; another one opens it again. */
  readonly openingAt?: string | undefined;
  /** Identity of the parcel whose panel is open at first. */
  readonly openingParcel?: string | undefined;
  /** Identity of the saved search that is applied at first. */
  readonly openingSearch?: string | undefined;
  readonly onGoToProperty: (parcelNumber: string) => void;
  /** Opens the project's list of properties. */
  readonly onGoToList: (projectName: string | undefined) => void;
}

/** The map of a project: search, inspect, draw, look up, save. */
export function MapScreen(props: Props) {
  return (
    <OnMapProvider>
      <HoverProvider>
        <Screen {...props} />
      </HoverProvider>
    </OnMapProvider>
  );
}

function Screen({ projectId, opening, openingAt, openingParcel, openingSearch, onGoToProperty, onGoToList }: Props) {
  const map = useRef<MapRef>(null);
  const { screen, sheet } = useMapScreen({ map, projectId, opening, openingAt, openingParcel, openingSearch, onGoToProperty });
  const { state, dispatch, tools, inspecting, drawer, covered, phone, popup, measurement, measure, base, layers } = screen;
  const { inspected } = inspecting;
  const page = usePage(projectId, map, screen);
  const filters = useMapFilters(screen.filters, tools.selectMatching);
  useDocumentTitle(`${screen.project?.project_name ?? 'Map'} · Sitewright`);

  return (
    <MapPageContext value={page}>
      <FiltersContext value={filters}>
        <Box
          className={classes.map}
          data-map-state={screen.ready ? 'ready' : 'loading'}
          {...(!phone && { 'data-panel': inspected !== undefined || undefined, 'data-drawer': drawer !== undefined || undefined })}
          {...(screen.sheetHeight > 0 && { 'data-sheet': true, style: { '--sheet': `${screen.sheetHeight}px` } })}
        >
          <Stage map={map} screen={screen} />
          <LazyFilterLayer
            tiles={screen.config.parcel_tiles}
            filter={screen.filters.text}
            onOpen={() => screen.openDrawer('filters')}
            open={drawer === 'filters'}
          />
          <MapTools
            tools={tools}
            drawing={state.kind === 'drawing'}
            measuring={measurement !== undefined}
            phone={phone}
            base={base.chosen}
            hasImagery={Boolean(screen.config.basemap)}
            present={layers.present}
            shown={layers.shown}
            drawer={drawer !== undefined && !covered}
            onDrawer={() => screen.openDrawer(covered || drawer === undefined ? (drawer ?? 'parcels') : undefined)}
            onPlace={(place) => map.current && showPlace(map.current, place)}
            selecting={screen.selection.tool !== undefined || screen.selection.open}
            onSelectEnd={screen.selection.clear}
            onBase={base.choose}
            onShown={layers.setShown}
            onGoToList={() => onGoToList(screen.project?.project_name)}
          />
          {measurement && <LazyMeasurePanel measurement={measurement} dispatch={measure} map={map} />}
          <LazySelectionLayer selection={screen.selection} map={map} />
          <Legend
            shown={layers.present.filter((id) => layers.shown[id].on)}
            filtered={screen.filters.text !== undefined}
            due={screen.due.size > 0}
          />
          {screen.colouring && (
            <LazyColours projectId={projectId} colouring={screen.colouring} onEnd={() => screen.setColouring(undefined)} />
          )}
          {screen.growthRun !== undefined && layers.shown.growth.on && (
            <LazyGrowthLayer runId={screen.growthRun} opacity={layers.shown.growth.opacity} onEnd={() => screen.setGrowthRun(undefined)} />
          )}
          {layers.shown.flood.on && <LazyFloodLayer opacity={layers.shown.flood.opacity} />}
          <LazyOwnFileLayers projectId={projectId} />
          <MapNotices screen={screen} />
          {drawer && <LazyMapDrawer open={drawer} phone={phone} covered={covered} sheet={sheet} />}
          {inspected && !(phone && popup) && (
            <LazyInspectPanel
              inspected={inspected}
              inspecting={inspecting}
              saved={screen.saved}
              phone={phone}
              sheet={sheet}
              onGoToProperty={onGoToProperty}
              onShowDetails={(marker) => {
                inspecting.close();
                dispatch({ type: 'show-details', marker });
              }}
            />
          )}
          {phone && popup && (
            <div className={classes.sheet} ref={sheet}>
              {popup.content}
            </div>
          )}
        </Box>
      </FiltersContext>
    </MapPageContext>
  );
}

/** The map itself, with what lies on it. */
function Stage({ map, screen }: { readonly map: RefObject<MapRef | null>; readonly screen: MapScreenState }) {
  const { state, dispatch, draw, saved, submarket, selection, measurement, measure, tools, base, inspecting } = screen;
  const notice = useNotice();
  return (
    <MapView
      ref={map}
      config={screen.config}
      base={base.chosen}
      shown={screen.shown}
      submarket={submarket.drawn}
      markers={saved}
      outlines={screen.outlines}
      unsaved={unsavedSpot(state)}
      selected={screen.selected}
      discarded={screen.discarded}
      due={screen.due}
      chosen={screen.chosen}
      drawing={state.kind === 'drawing'}
      measurement={measurement}
      coloured={screen.colouring !== undefined}
      hovering={!screen.phone && state.kind !== 'drawing' && !measurement && !selection.tool}
      popup={screen.phone ? undefined : screen.popup}
      onDrawn={(spot) => void draw(spot)}
      onMarker={(id) => {
        const marker = saved.find((each) => each.id === id);
        if (!marker) return;
        inspecting.close();
        dispatch({ type: 'show-details', marker });
      }}
      onInspect={tools.inspect}
      onCorner={(corner) => measure({ type: 'add', corner })}
      onLastCorner={() => measure({ type: 'finish' })}
      onFar={screen.setFar}
      onLocationLost={() => notice.alert('Your location is unavailable.')}
      onReady={() => {
        screen.setIdle(true);
        screen.setFar((map.current?.getZoom() ?? tilesMinZoom) < tilesMinZoom);
      }}
      onBaseLost={base.onLost}
    />
  );
}
