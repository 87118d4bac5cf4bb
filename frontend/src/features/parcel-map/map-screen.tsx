import { ActionIcon, Alert, Box, Button, Center, Loader, Paper, Tooltip } from '@mantine/core';
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks';
import { IconListDetails, IconMapPinPlus } from '@tabler/icons-react';
import type { MapRef } from '@vis.gl/react-maplibre';
import { useRef, useState, type ReactNode } from 'react';
import { initialView } from '../../lib/base-map';
import { useMapConfig, useMarkers, useParcelOutlines, useProject, useSubmarketOutline, type MapConfig } from './api';
import { Legend } from './legend';
import classes from './map-screen.module.css';
import { unsavedSpot, type Spot } from './map-state';
import { placeZoom } from './map-style';
import { MapView } from './map-view';
import { NothingFound, ParcelDetails, ParcelReview } from './parcel-popup';
import { PlaceSearch } from './place-search';
import { useOpeningView } from './use-opening-view';
import { useParcelMap } from './use-parcel-map';

interface Props {
  readonly projectId: string;
  readonly onGoToProperty: (parcelNumber: string) => void;
  /** Opens the project's list of properties. */
  readonly onGoToList: (projectName: string | undefined) => void;
}

/** The map of a project: search, draw, look up, keep. */
export function MapScreen(props: Props) {
  const config = useMapConfig();
  if (config.isError) {
    return (
      <Alert color="red" role="alert" m="md" title="The map cannot be shown">
        {config.error.message}
      </Alert>
    );
  }
  if (!config.data) {
    return (
      <Center h="100%">
        <Loader aria-label="Loading the map" />
      </Center>
    );
  }
  return <Room {...props} config={config.data} />;
}

function Room({ projectId, onGoToProperty, onGoToList, config }: Props & { readonly config: MapConfig }) {
  const map = useRef<MapRef>(null);
  const [middle, setMiddle] = useState<Spot>({ lat: initialView.latitude, lon: initialView.longitude });
  const [idle, setIdle] = useState(false);
  const [imageryLost, setImageryLost] = useState(false);
  const project = useProject(projectId);
  const submarket = useSubmarketOutline(projectId);
  const markers = useMarkers(projectId);
  const outlines = useParcelOutlines(projectId, markers.data ?? []);
  const { state, dispatch, draw, addToProject, removeMarker, removing } = useParcelMap(projectId);
  const phone = useMediaQuery('(max-width: 48em)');
  useOpeningView(map, idle, submarket.data, markers.data);
  useDocumentTitle(`${project.data?.project_name ?? 'Map'} · Sitewright`);

  const drawing = state.kind === 'drawing';
  const popup = popupOf();
  const ready = idle && !submarket.isPending && !markers.isPending;

  function popupOf(): { at: Spot; content: ReactNode } | undefined {
    switch (state.kind) {
      case 'review':
        return {
          at: state.spot,
          content: (
            <ParcelReview
              candidates={state.candidates}
              chosen={state.chosen}
              saving={state.saving}
              onChoose={(index) => dispatch({ type: 'choose', index })}
              onAdd={() => {
                const parcel = state.candidates[state.chosen];
                if (parcel) void addToProject(parcel, state.spot);
              }}
              onDiscard={() => dispatch({ type: 'close' })}
            />
          ),
        };
      case 'nothing-found':
        return { at: state.spot, content: <NothingFound onClose={() => dispatch({ type: 'close' })} /> };
      case 'details':
        return {
          at: state.marker,
          content: (
            <ParcelDetails
              marker={state.marker}
              sample={outlines.some(({ properties }) => properties.marker === state.marker.id && properties.sample)}
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
    <Box className={classes.room} data-map-state={ready ? 'ready' : 'loading'}>
      <MapView
        ref={map}
        config={config}
        submarket={submarket.data ?? undefined}
        markers={markers.data ?? []}
        outlines={outlines}
        unsaved={unsavedSpot(state)}
        drawing={drawing}
        popup={phone ? undefined : popup}
        onDrawn={(spot) => void draw(spot)}
        onMarker={(id) => {
          const marker = markers.data?.find((each) => each.id === id);
          if (marker) dispatch({ type: 'show-details', marker });
        }}
        onMove={setMiddle}
        onReady={() => setIdle(true)}
        onImageryLost={() => setImageryLost(true)}
      />
      <div className={classes.tools}>
        <div className={classes.search}>
          <PlaceSearch
            near={middle}
            onChoose={(place) => map.current?.flyTo({ center: [place.lon, place.lat], zoom: placeZoom, duration: 800 })}
          />
        </div>
        <DrawTool drawing={drawing} onToggle={() => dispatch({ type: 'toggle-drawing' })} onDropInMiddle={() => void draw(middle)} />
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
      </div>
      <Legend submarket={Boolean(submarket.data)} />
      {state.kind === 'looking' && (
        <Paper className={classes.notice} shadow="md" p="xs" role="status">
          Looking the parcel up…
        </Paper>
      )}
      {imageryLost && state.kind === 'idle' && (
        <Paper className={classes.notice} shadow="md" p="xs" role="status">
          The satellite imagery is not answering. Borders and parcels still show.
        </Paper>
      )}
      {phone && popup && <div className={classes.sheet}>{popup.content}</div>}
    </Box>
  );
}

interface DrawToolProps {
  readonly drawing: boolean;
  readonly onToggle: () => void;
  readonly onDropInMiddle: () => void;
}

/** The marker drawing tool. With the keyboard: Enter once more, while drawing, drops the marker in the middle of the map. */
function DrawTool({ drawing, onToggle, onDropInMiddle }: DrawToolProps) {
  return (
    <Tooltip label={drawing ? 'Click a parcel on the map; Enter takes the middle' : 'Draw marker'}>
      <ActionIcon
        size={36}
        variant={drawing ? 'filled' : 'default'}
        aria-label="Draw marker"
        aria-pressed={drawing}
        onClick={onToggle}
        onKeyDown={(event) => {
          if (!drawing || event.key !== 'Enter') return;
          event.preventDefault();
          onDropInMiddle();
        }}
      >
        <IconMapPinPlus size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
