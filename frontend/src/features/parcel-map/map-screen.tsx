import { Box, Paper } from '@mantine/core';
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { MapRef } from '@vis.gl/react-maplibre';
import { useReducer, useRef, useState, type ReactNode } from 'react';
import { mapConfigQuery } from '../../api/queries/parcels';
import { projectQuery } from '../../api/queries/projects';
import { markerOf, savedMarkersQuery, useParcelOutlines } from './api';
import { useBase } from './base';
import { BaseNotice, useLostBase } from './base-tools';
import { rightOf } from './geometry';
import { mapLayers, useShownLayers } from './layers';
import { LazyMeasurePanel } from './lazy-measure-panel';
import { LazyDetails, LazyNothingFound, LazyReview } from './lazy-parcel-popup';
import { Legend } from './legend';
import classes from './map-screen.module.css';
import { unsavedSpot, type Spot } from './map-state';
import { tilesMinZoom } from './map-style';
import { MapTools } from './map-tools';
import { MapView } from './map-view';
import { reduceMeasure } from './measure';
import { useNotice } from '../../ui/dialogs';
import { showPlace } from './show-place';
import { useOpeningView } from './use-opening-view';
import { useParcelInView } from './use-parcel-in-view';
import { useParcelMap } from './use-parcel-map';
import { usePlaceSpokenOf, useSelectedParcel } from './use-selected-parcel';
import { useSubmarket } from './use-submarket';

interface Props {
  readonly projectId: string;
  readonly onGoToProperty: (parcelNumber: string) => void;
  /** Opens the project's list of properties. */
  readonly onGoToList: (projectName: string | undefined) => void;
}

/** The map of a project: search, draw, look up, save. */
export function MapScreen({ projectId, onGoToProperty, onGoToList }: Props) {
  const { data: config } = useSuspenseQuery(mapConfigQuery);
  const { data: saved } = useSuspenseQuery(savedMarkersQuery(projectId));
  const map = useRef<MapRef>(null);
  const [idle, setIdle] = useState(false);
  const [far, setFar] = useState(false);
  const [measurement, measure] = useReducer(reduceMeasure, undefined);
  const [shown, setShown] = useShownLayers();
  const notice = useNotice();
  const [chosenBase, chooseBase] = useBase(config);
  const base = useLostBase({ base: chosenBase, onBase: chooseBase });
  const project = useQuery(projectQuery(projectId));
  const submarket = useSubmarket(projectId);
  const outlines = useParcelOutlines(projectId, saved);
  const { state, dispatch, draw, addToProject, removeMarker, removing } = useParcelMap(projectId, saved);
  const spoken = useSelectedParcel(state, outlines);
  const phone = useMediaQuery('(max-width: 48em)');
  useOpeningView(map, idle, submarket.outline, saved);
  const { sheet, sheetHeight } = useParcelInView(map, usePlaceSpokenOf(state, spoken), phone);
  useDocumentTitle(`${project.data?.project_name ?? 'Map'} · Sitewright`);

  const drawing = state.kind === 'drawing';
  const popup = popupOf();
  const ready = idle && !submarket.isPending;
  const present = mapLayers
    .map(({ id }) => id)
    .filter((id) => (id === 'texas' ? config.texas_overlay : id === 'submarket' ? submarket.drawn : true));

  /** The centre of the view, read on demand: the view in the URL moves the map before any event. */
  function middle(): Spot | undefined {
    const center = map.current?.getCenter();
    return center && { lat: center.lat, lon: center.lng };
  }

  function popupOf(): { at: Spot; content: ReactNode } | undefined {
    const at = spoken && rightOf(spoken.bounds);
    switch (state.kind) {
      case 'review':
        return {
          at: at ?? state.spot,
          content: (
            <LazyReview
              candidates={state.candidates}
              chosen={state.chosen}
              saved={markerOf(state.candidates[state.chosen], saved)}
              saving={state.saving}
              onChoose={(index) => dispatch({ type: 'choose', index })}
              onAdd={() => {
                const parcel = state.candidates[state.chosen];
                if (parcel) void addToProject(parcel, state.spot);
              }}
              onShowSaved={(marker) => dispatch({ type: 'show-details', marker })}
              onDiscard={() => dispatch({ type: 'close' })}
            />
          ),
        };
      case 'nothing-found':
        return { at: state.spot, content: <LazyNothingFound feature={state.feature} onClose={() => dispatch({ type: 'close' })} /> };
      case 'details':
        return {
          at: at ?? state.marker,
          content: (
            <LazyDetails
              marker={state.marker}
              record={outlines.find(({ properties }) => properties.marker === state.marker.id)?.properties}
              removing={removing}
              onRemove={() => void removeMarker(state.marker)}
              onGoToProperty={() => onGoToProperty(state.marker.parcel.parcelnumb)}
              onClose={() => dispatch({ type: 'close' })}
            />
          ),
        };
      default:
        return undefined;
    }
  }

  return (
    <Box
      className={classes.map}
      data-map-state={ready ? 'ready' : 'loading'}
      {...(sheetHeight > 0 && { 'data-sheet': true, style: { '--sheet': `${sheetHeight}px` } })}
    >
      <MapView
        ref={map}
        config={config}
        base={chosenBase}
        shown={shown}
        submarket={submarket.drawn}
        markers={saved}
        outlines={outlines}
        unsaved={unsavedSpot(state)}
        selected={spoken}
        drawing={drawing}
        measurement={measurement}
        popup={phone ? undefined : popup}
        onDrawn={(spot) => void draw(spot)}
        onMarker={(id) => {
          const marker = saved.find((each) => each.id === id);
          if (marker) dispatch({ type: 'show-details', marker });
        }}
        onCorner={(corner) => measure({ type: 'add', corner })}
        onLastCorner={() => measure({ type: 'finish' })}
        onFar={setFar}
        onLocationLost={() => notice.alert('Your location is unavailable.')}
        onReady={() => {
          setIdle(true);
          setFar((map.current?.getZoom() ?? tilesMinZoom) < tilesMinZoom);
        }}
        onBaseLost={base.onLost}
      />
      <MapTools
        middle={middle}
        drawing={drawing}
        measuring={measurement !== undefined}
        phone={phone}
        base={chosenBase}
        hasImagery={Boolean(config.basemap)}
        present={present}
        shown={shown}
        onPlace={(place) => map.current && showPlace(map.current, place)}
        onDraw={() => {
          measure({ type: 'end' });
          dispatch({ type: 'toggle-drawing' });
        }}
        onDropInMiddle={() => {
          const spot = middle();
          if (spot) void draw(spot);
        }}
        onMeasure={() => {
          if (drawing) dispatch({ type: 'toggle-drawing' });
          measure({ type: measurement ? 'end' : 'start' });
        }}
        onBase={base.choose}
        onShown={setShown}
        onGoToList={() => onGoToList(project.data?.project_name)}
      />
      {measurement && <LazyMeasurePanel measurement={measurement} dispatch={measure} middle={middle} />}
      <Legend shown={present.filter((id) => shown[id].on)} />
      {far && shown.parcels.on && (
        <Paper className={classes.hint ?? ''} shadow="md" py={4} px="sm" role="status">
          Zoom in to see parcels
        </Paper>
      )}
      {state.kind === 'looking' && (
        <Paper className={classes.notice} shadow="md" p="xs" role="status">
          Looking up the parcel…
        </Paper>
      )}
      {base.shown && state.kind === 'idle' && !measurement && (
        <BaseNotice className={classes.notice} sentence={base.shown} base={chosenBase} onBase={base.choose} onClose={base.onClose} />
      )}
      {phone && popup && (
        <div className={classes.sheet} ref={sheet}>
          {popup.content}
        </div>
      )}
    </Box>
  );
}
