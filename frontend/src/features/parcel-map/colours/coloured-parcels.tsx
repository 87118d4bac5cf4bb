import { Layer, Source } from '@vis.gl/react-maplibre';
import { useQuery } from '@tanstack/react-query';
import type { ExpressionSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { projectParcelsQuery, reviewedParcelsQuery } from '../../../api/queries/markers';
import { mapColours } from '../../../lib/base-map';
import { useDueForReview } from '../discards/due-for-review';
import { collection, pointFeature } from '../geometry';
import { hitLayer } from '../inspect/tiles';
import { clustering, outlineMinZoom } from '../map-style';
import { entriesOf } from '../project-parcels/entries';
import { statusExpression, type Colouring } from './schemes';
import { useScheme } from './use-scheme';

interface Props {
  readonly projectId: string;
  readonly colouring: Colouring;
}

/** The tiles' parcels in the colours of an attribute, and the middles of the project's markers, where they are no cluster. */
export function ColouredParcels({ projectId, colouring }: Props) {
  const scheme = useScheme(projectId, colouring);
  const reviewed = useQuery({ ...reviewedParcelsQuery(projectId), enabled: colouring === 'status' });
  const parcels = useQuery(projectParcelsQuery(projectId));
  const { due } = useDueForReview(projectId);
  const expression = useMemo((): ExpressionSpecification | undefined => {
    if (colouring !== 'status') return scheme.expression;
    return statusExpression({
      inProject: reviewed.data?.in_project ?? [],
      forReview: [...due.keys()],
      discarded: (reviewed.data?.discarded ?? []).map(({ ll_uuid }) => ll_uuid),
    });
  }, [colouring, scheme, reviewed.data, due]);
  const dots = useMemo(() => {
    const saved = parcels.data ? entriesOf(parcels.data).filter(({ markerId }) => markerId !== undefined) : [];
    return collection(saved.map((entry) => pointFeature(entry.lon, entry.lat, { colour: scheme.colourOf(entry.colour) })));
  }, [parcels.data, scheme]);
  return (
    <>
      {expression && (
        <Layer
          id="coloured-parcels"
          type="fill"
          source="parcels"
          source-layer="parcels"
          minzoom={outlineMinZoom}
          beforeId={hitLayer}
          paint={{ 'fill-color': expression, 'fill-opacity': 0.6 }}
        />
      )}
      <Source id="coloured-saved" type="geojson" data={dots} {...clustering}>
        <Layer
          id="coloured-saved"
          type="circle"
          filter={['!', ['has', 'point_count']]}
          paint={{
            'circle-radius': 7,
            'circle-color': ['get', 'colour'],
            'circle-stroke-color': mapColours.parcel,
            'circle-stroke-width': 2,
          }}
        />
      </Source>
    </>
  );
}
