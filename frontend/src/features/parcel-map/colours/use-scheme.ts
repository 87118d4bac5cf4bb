import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { parcelStagesQuery } from '../../../api/queries/deals';
import { projectParcelsQuery } from '../../../api/queries/markers';
import { entriesOf } from '../project-parcels/entries';
import { withResult } from './run-facts';
import { ofParcels, type ColouredFacts, type Scheme } from './scheme';
import { schemes, type Colouring } from './schemes';
import { withMembers } from './site-stages';
import { stageScheme } from './stage-scheme';
import { useRunFacts } from './use-run-facts';
import { zoningScheme } from './zoning-scheme';

/** Whether the map's tiles do not have the attribute, so that only known parcels are coloured. */
const isOfParcels = (colouring: Colouring) =>
  colouring === 'zoning' || (colouring !== 'stage' && colouring !== 'status' && schemes[colouring].expression === undefined);

/** The colours of an attribute in a project. Without the stages' parcels, all parcels are without stage. */
export function useScheme(projectId: string, colouring: Colouring): Scheme {
  const byStage = colouring === 'stage';
  const ofOwn = isOfParcels(colouring);
  const { data } = useQuery({ ...parcelStagesQuery(projectId), enabled: byStage });
  const { data: parcels } = useQuery({ ...projectParcelsQuery(projectId), enabled: byStage || ofOwn });
  const results = useRunFacts(projectId, ofOwn);
  return useMemo(() => {
    const entries = parcels ? entriesOf(parcels) : [];
    if (colouring === 'stage') return stageScheme(withMembers(data?.stages ?? [], entries));
    if (!isOfParcels(colouring) && colouring !== 'zoning') return schemes[colouring];
    const known = new Map(results);
    for (const { colour, members } of entries) {
      for (const id of [colour.ll_uuid, ...members]) {
        if (id !== undefined) known.set(id, withResult({ ...colour, ll_uuid: id }, results?.get(id)));
      }
    }
    const all: readonly ColouredFacts[] = [...known.values()];
    const scheme = colouring === 'zoning' ? zoningScheme(all) : schemes[colouring];
    return ofParcels({ ...scheme, colourOf: (facts) => scheme.colourOf(withResult(facts, known.get(facts.ll_uuid ?? ''))) }, all);
  }, [colouring, data, parcels, results]);
}
