import type { StageParcels } from './stage-scheme';

/** A parcel of the project; of a site, with the parcels that it consists of. */
interface MaybeSite {
  readonly llUuid: string | undefined;
  readonly members: readonly string[];
}

/** The stages with the parcels of sites beside the sites, which the tiles do not have. A parcel with a deal of its own keeps its stage. */
export function withMembers(stages: readonly StageParcels[], entries: readonly MaybeSite[]): readonly StageParcels[] {
  const members = new Map(entries.flatMap(({ llUuid, members: ids }) => (llUuid !== undefined && ids.length > 0 ? [[llUuid, ids]] : [])));
  if (members.size === 0) return stages;
  const own = new Set(stages.flatMap(({ ll_uuids }) => ll_uuids));
  return stages.map((stage) => ({
    ...stage,
    ll_uuids: [...stage.ll_uuids, ...stage.ll_uuids.flatMap((id) => (members.get(id) ?? []).filter((member) => !own.has(member)))],
  }));
}
