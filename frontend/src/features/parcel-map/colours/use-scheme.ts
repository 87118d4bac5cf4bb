import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { parcelStagesQuery } from '../../../api/queries/deals';
import { schemes, stageScheme, type Colouring, type Scheme } from './schemes';

/** The colours of an attribute in a project. Without the stages' parcels, all parcels are without stage. */
export function useScheme(projectId: string, colouring: Colouring): Scheme {
  const { data } = useQuery({ ...parcelStagesQuery(projectId), enabled: colouring === 'stage' });
  return useMemo(() => (colouring === 'stage' ? stageScheme(data?.stages ?? []) : schemes[colouring]), [colouring, data]);
}
