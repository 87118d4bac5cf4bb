import { useQuery } from '@tanstack/react-query';
import { countiesQuery } from '../../../../api/queries/markets';
import { projectQuery } from '../../../../api/queries/projects';
import type { ProjectPlaces } from './area';

export interface Places extends ProjectPlaces {
  /** All counties of the project's state. */
  readonly counties: readonly { readonly fips: string; readonly name: string }[];
  readonly stateName: string;
}

/** The places that a search of the project may look in; undefined until the project is known. */
export function usePlaces(projectId: string): Places | undefined {
  const { data: project } = useQuery(projectQuery(projectId));
  const state = project?.state ?? null;
  const counties = useQuery({ ...countiesQuery(state ?? ''), enabled: state !== null });
  if (!project) return undefined;
  const { county, market, market_name, submarket, submarket_name, state_name } = project;
  return {
    state,
    county: county ?? null,
    market: market ? { id: market, name: market_name ?? 'Market' } : null,
    submarket: submarket ? { id: submarket, name: submarket_name ?? 'Submarket' } : null,
    counties: (counties.data ?? []).map(({ countyfp, name }) => ({ fips: `${state ?? ''}${countyfp}`, name })),
    stateName: state_name ?? 'the state',
  };
}
