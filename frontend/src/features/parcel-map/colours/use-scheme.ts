import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { parcelStagesQuery } from '../../../api/queries/deals';
import { projectParcelsQuery } from '../../../api/queries/markers';
import { entriesOf } from '../project-parcels/entries';
import { schemes, stageScheme, type Colouring, type Scheme } from './schemes';
import { withMembers } from './site-stages';

/** The colours of an attribute in a project. Without the stages' parcels, all parcels are without stage. */
export function useScheme(projectId: string, colouring: Colouring): Scheme {
  const byStage = colouring === 'stage';
  const { data } = useQuery({ ...parcelStagesQuery(projectId), enabled: byStage });
  const { data: parcels } = useQuery({ ...projectParcelsQuery(projectId), enabled: byStage });
  return useMemo(() => {
    if (colouring !== 'stage') return schemes[colouring];
    return stageScheme(withMembers(data?.stages ?? [], parcels ? entriesOf(parcels) : []));
  }, [colouring, data, parcels]);
}
