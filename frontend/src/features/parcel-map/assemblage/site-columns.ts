import type { Columns } from '../export/save-parcels';
import type { Assemblage } from './api';

/** The parcels of found sites, each once, with the number of the first site that each is a part of, and its rank and score if it was judged. */
export function siteColumns(sites: readonly Assemblage[]): { readonly parcels: readonly string[]; readonly columns: Columns } {
  const first = new Map<string, { readonly number: number; readonly site: Assemblage }>();
  for (const [place, site] of sites.entries()) {
    for (const id of site.ll_uuids) if (!first.has(id)) first.set(id, { number: place + 1, site });
  }
  const each = [...first.values()];
  const judged = each.some(({ site }) => site.judged);
  return {
    parcels: [...first.keys()],
    columns: {
      site: each.map(({ number }) => number),
      ...(judged && {
        rank: each.map(({ site }) => site.judged?.rank ?? null),
        score: each.map(({ site }) => site.judged?.score ?? null),
      }),
    },
  };
}
