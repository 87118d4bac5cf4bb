import { Marker } from '@vis.gl/react-maplibre';
import { useCallback } from 'react';
import { useHover } from '../../hover';
import { useMapPage } from '../../map-page';
import { OnMap } from '../../on-map';
import type { SearchResult } from '../types';
import classes from './results.module.css';

/** Results with a marker; further ones would only cover each other. */
const mostMarkers = 100;
/** Markers with a number; the others are dots. */
const mostNumbers = 50;

interface Props {
  readonly results: readonly SearchResult[];
  readonly isAdded: (llUuid: string) => boolean;
  readonly onChoose: (result: SearchResult) => void;
}

/** The results on the map, numbered by rank, the best on top. The list is the same for keyboards. */
export function RankMarkers({ results, isAdded, onChoose }: Props) {
  return (
    <OnMap>
      <Markers results={results} isAdded={isAdded} onChoose={onChoose} />
    </OnMap>
  );
}

function Markers({ results, isAdded, onChoose }: Props) {
  const { hovered, hover } = useHover();
  const { inspected } = useMapPage();
  const shown = results.slice(0, mostMarkers).map((result, index) => ({ result, index }));
  // The last is on top. Their order does it without numbers, which would lift them over the panels beside the map.
  return shown.toReversed().map(({ result, index }) => {
    const { ll_uuid, lon, lat, rank } = result;
    const marked = ll_uuid === hovered || ll_uuid === inspected;
    return (
      <Marker key={ll_uuid} longitude={lon} latitude={lat} anchor="center" style={{ zIndex: marked ? 1 : 'auto' }}>
        <RankMarker
          label={rank !== null && (index < mostNumbers || marked) ? String(rank) : ''}
          marked={marked}
          added={isAdded(ll_uuid)}
          onHover={(over) => hover(over ? ll_uuid : undefined)}
          onChoose={() => onChoose(result)}
        />
      </Marker>
    );
  });
}

interface MarkerProps {
  readonly label: string;
  readonly marked: boolean;
  readonly added: boolean;
  readonly onHover: (over: boolean) => void;
  readonly onChoose: () => void;
}

function RankMarker({ label, marked, added, onHover, onChoose }: MarkerProps) {
  // The map would take the pointer for one over the parcel below, or over none.
  const apart = useCallback((element: HTMLElement | null) => {
    const stop = (event: Event) => event.stopPropagation();
    element?.addEventListener('mousemove', stop);
    return () => element?.removeEventListener('mousemove', stop);
  }, []);
  return (
    <div
      ref={apart}
      aria-hidden
      data-testid="rank-marker"
      className={classes.marker}
      data-marked={marked || undefined}
      data-added={added || undefined}
      data-dot={label === '' || undefined}
      onMouseEnter={() => onHover(true)}
      onMouseLeave={() => onHover(false)}
      onClick={(event) => {
        event.stopPropagation();
        onChoose();
      }}
    >
      {label}
    </div>
  );
}
