import { useRef, useState } from 'react';
import { sentenceOf } from '../../../api/client';
import { useNotice } from '../../../ui/dialogs';
import { lookUp, type UnnumberedFeature } from '../api';
import type { Spot } from '../map-state';

/** What the panel is about. */
export type Inspected =
  | { readonly kind: 'looking'; readonly spot: Spot }
  | {
      readonly kind: 'parcel';
      readonly llUuid: string;
      /** Identities of all parcels on the spot, this one among them. */
      readonly stacked: readonly string[];
      /** Metres to this parcel from a spot that is on none. */
      readonly away?: number | undefined;
    }
  /** Land that the county maps without a parcel number, and the parcel next to it. */
  | { readonly kind: 'land'; readonly spot: Spot; readonly feature: UnnumberedFeature; readonly nearest: string | undefined }
  | { readonly kind: 'nothing'; readonly spot: Spot };

const parcelOf = (llUuid: string | undefined): Inspected | undefined =>
  llUuid === undefined ? undefined : { kind: 'parcel', llUuid, stacked: [llUuid] };

/** Which parcel the panel is about: chosen on the map, in a list, or with the keys. */
/** `opening`: identity of a parcel that a link is about. */
export function useInspect(opening?: string) {
  const [inspected, setInspected] = useState(() => parcelOf(opening));
  const [linked, setLinked] = useState(opening);
  // A link to another parcel of the map that is open.
  if (opening !== linked) {
    setLinked(opening);
    if (opening) setInspected(parcelOf(opening));
  }
  const notice = useNotice();
  /** Number of the last choice; an answer to an earlier one comes too late. */
  const last = useRef(0);

  function set(next: Inspected | undefined): void {
    last.current += 1;
    setInspected(next);
  }

  /** `hits`: identities of the parcels that the map has there; where it has none, the spot is looked up. */
  async function at(spot: Spot, hits: readonly string[]): Promise<void> {
    const [first] = hits;
    if (first !== undefined) {
      set({ kind: 'parcel', llUuid: first, stacked: hits });
      return;
    }
    set({ kind: 'looking', spot });
    const mine = last.current;
    try {
      const { parcels, feature } = await lookUp(spot);
      if (mine !== last.current) return;
      const stacked = parcels.map(({ ll_uuid }) => ll_uuid);
      const [found] = parcels;
      if (feature) set({ kind: 'land', spot, feature, nearest: found?.ll_uuid });
      else if (found) set({ kind: 'parcel', llUuid: found.ll_uuid, stacked, away: found.distance_m ?? undefined });
      else set({ kind: 'nothing', spot });
    } catch (reason) {
      if (mine !== last.current) return;
      set(undefined);
      notice.alert(sentenceOf(reason, 'Parcel lookup is unavailable. Please try again.'));
    }
  }

  return {
    inspected,
    at,
    /** A parcel by its identity. */
    show: (llUuid: string, stacked: readonly string[] = [llUuid]) => set({ kind: 'parcel', llUuid, stacked }),
    close: () => set(undefined),
  };
}

export type Inspecting = ReturnType<typeof useInspect>;
