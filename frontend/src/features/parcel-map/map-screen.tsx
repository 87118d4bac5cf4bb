import { Box, Button, Paper, Tooltip } from '@mantine/core';
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks';
import { IconListDetails } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { MapRef } from '@vis.gl/react-maplibre';
import { useRef, useState, type ReactNode } from 'react';
import { mapConfigQuery } from '../../api/queries/parcels';
import { reviewedParcelsQuery } from '../../api/queries/markers';
import { projectQuery } from '../../api/queries/projects';
import { markerOf, savedMarkersQuery, useParcelOutlines } from './api';
import { useBase } from './base';
import { BaseNotice, BaseSwitch, useLostBase } from './base-tools';
import { DrawTool } from './draw-tool';
import { rightOf } from './geometry';
import { Legend } from './legend';
import classes from './map-screen.module.css';
import { unsavedSpot, type Spot } from './map-state';
import { MapView } from './map-view';
import { NothingFound, ParcelDetails, ParcelReview } from './parcel-popup';
import { PlaceSearch } from './place-search';
import { NumbersDialog } from './selection/numbers-dialog';
import { SelectTool } from './selection/select-tool';
import { SelectionPad } from './selection/selection-pad';
import { SelectionPanel } from './selection/selection-panel';
import { choiceOf } from './selection/shape';
import { useSelectedPoints } from './selection/api';
import { useSelection } from './selection/use-selection';
import { showPlace } from './show-place';
import { useOpeningView } from './use-opening-view';
import { useParcelInView } from './use-parcel-in-view';
import { useParcelMap } from './use-parcel-map';
import { usePlaceSpokenOf, useSelectedParcel } from './use-selected-parcel';
import { useSubmarket } from './use-submarket';

const none: readonly never[] = [];

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
  const [chosenBase, chooseBase] = useBase(config);
  const base = useLostBase({ base: chosenBase, onBase: chooseBase });
  const project = useQuery(projectQuery(projectId));
  const submarket = useSubmarket(projectId);
  const outlines = useParcelOutlines(projectId, saved);
  const { state, dispatch, draw, addToProject, removeMarker, removing } = useParcelMap(projectId, saved);
  const spoken = useSelectedParcel(state, outlines);
  const selection = useSelection(projectId);
  const chosen = useSelectedPoints(selection.summary?.selection_id);
  const reviewed = useQuery(reviewedParcelsQuery(projectId));
  const [pasting, setPasting] = useState(false);
  const phone = useMediaQuery('(max-width: 48em)');
  useOpeningView(map, idle, submarket.outline, saved);
  const { sheet, sheetHeight } = useParcelInView(map, usePlaceSpokenOf(state, spoken), phone);
  useDocumentTitle(`${project.data?.project_name ?? 'Map'} · Sitewright`);

  const drawing = state.kind === 'drawing';
  const popup = popupOf();
  const ready = idle && !submarket.isPending;

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
            <ParcelReview
              projectId={projectId}
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
        return { at: state.spot, content: <NothingFound feature={state.feature} onClose={() => dispatch({ type: 'close' })} /> };
      case 'details':
        return {
          at: at ?? state.marker,
          content: (
            <ParcelDetails
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
        submarket={submarket.drawn}
        markers={saved}
        outlines={outlines}
        unsaved={unsavedSpot(state)}
        selected={spoken}
        discarded={reviewed.data?.discarded ?? none}
        chosen={selection.open ? chosen.data : undefined}
        drawing={drawing}
        popup={phone ? undefined : popup}
        onDrawn={(spot) => void draw(spot)}
        onMarker={(id) => {
          const marker = saved.find((each) => each.id === id);
          if (marker) dispatch({ type: 'show-details', marker });
        }}
        onReady={() => setIdle(true)}
        onBaseLost={base.onLost}
      />
      <div className={classes.tools}>
        <div className={classes.search}>
          <PlaceSearch middle={middle} onChoose={(place) => map.current && showPlace(map.current, place)} />
        </div>
        <DrawTool
          drawing={drawing}
          onToggle={() => dispatch({ type: 'toggle-drawing' })}
          onDropInMiddle={() => {
            const spot = middle();
            if (spot) void draw(spot);
          }}
        />
        <SelectTool
          active={selection.tool !== undefined || selection.open}
          size={36}
          onDraw={(tool) => {
            dispatch({ type: 'close' });
            selection.draw(tool);
          }}
          onInView={() => {
            dispatch({ type: 'close' });
            const view = map.current?.getBounds();
            if (view) void selection.select({ bbox: [view.getWest(), view.getSouth(), view.getEast(), view.getNorth()] });
          }}
          onNumbers={() => setPasting(true)}
          onEnd={selection.clear}
        />
        <Tooltip label="Properties of this project">
          <Button
            variant="default"
            leftSection={<IconListDetails size={18} aria-hidden />}
            onClick={() => onGoToList(project.data?.project_name)}
            className={classes.list ?? ''}
          >
            Properties
          </Button>
        </Tooltip>
        {config.basemap && (
          <div className={classes.base}>
            <BaseSwitch base={chosenBase} onBase={base.choose} />
          </div>
        )}
      </div>
      {selection.tool && (
        <SelectionPad
          tool={selection.tool}
          onDrawn={(path) => {
            const view = map.current;
            if (!view || !selection.tool) return;
            const choice = choiceOf(selection.tool, path, ({ x, y }) => {
              const { lat, lng } = view.unproject([x, y]);
              return { lat, lon: lng };
            });
            if (choice) void selection.select(choice);
          }}
          onEnd={selection.clear}
        />
      )}
      {selection.open && <SelectionPanel selection={selection} />}
      {pasting && (
        <NumbersDialog
          onClose={() => setPasting(false)}
          onSelect={(lines) => {
            setPasting(false);
            dispatch({ type: 'close' });
            void selection.select({ numbers: [...lines] });
          }}
        />
      )}
      <Legend submarket={Boolean(submarket.drawn)} />
      {state.kind === 'looking' && (
        <Paper className={classes.notice} shadow="md" p="xs" role="status">
          Looking up the parcel…
        </Paper>
      )}
      {base.shown && state.kind === 'idle' && (
        <BaseNotice className={classes.notice} base={chosenBase} onBase={base.choose} onClose={base.onClose} />
      )}
      {phone && popup && (
        <div className={classes.sheet} ref={sheet}>
          {popup.content}
        </div>
      )}
    </Box>
  );
}
