import { useRef, useState } from 'react';
import { ApiProblem } from '../../../api/client';
import { undoParcelsFor, useNotice } from '../../../ui/dialogs';
import { useWithAdjoining } from './adjoining';
import { identitiesOf, useAddAll, useCount, useDiscard, type DiscardReason, type Summary } from './api';
import type { Road } from './road';
import { alongRoad, filterOf, noLimits, type Choice, type DrawnTool, type Limits } from './shape';

interface Wanted {
  readonly choice: Choice;
  readonly limits: Limits;
  /** What is followed, if that is a road of the map. */
  readonly road: Road | undefined;
}

/** Selects parcels on the map of a project, counts them, and adds or discards them all. */
export function useSelection(projectId: string, mapFilter: string | undefined) {
  const [tool, setTool] = useState<DrawnTool>();
  const [asking, setAsking] = useState<'lines' | 'file' | 'radius' | 'road'>();
  /** Names of the roads that can be chosen. */
  const [roads, setRoads] = useState<readonly string[]>([]);
  const [wanted, setWanted] = useState<Wanted>();
  const [counted, setCounted] = useState<Wanted & { readonly summary: Summary }>();
  const summary = counted?.summary;
  /** Number of the last question; an answer to an earlier one comes too late. */
  const last = useRef(0);
  const notice = useNotice();
  const count = useCount(projectId);
  const { add, undo } = useAddAll(projectId);
  const discarding = useDiscard(projectId);
  const withAdjoining = useWithAdjoining(projectId);

  async function select(choice: Choice, limits: Limits, road?: Road): Promise<void> {
    setTool(undefined);
    setAsking(undefined);
    const next = { choice, limits, road };
    setWanted(next);
    last.current += 1;
    const mine = last.current;
    const filter = filterOf(limits);
    try {
      const found = await count.mutateAsync({ ...choice, ...(filter !== undefined && { filter }) });
      if (mine === last.current) setCounted({ ...next, summary: found });
    } catch (reason) {
      if (mine !== last.current) return;
      // What was counted before stays.
      setWanted(counted);
      notice.alert(sentence(reason, 'The parcels could not be counted. Please try again.'));
    }
  }

  /** Selects the same parcels and those that adjoin them. */
  async function addAdjoining(): Promise<void> {
    if (!counted) return;
    last.current += 1;
    const mine = last.current;
    try {
      const ll_uuids = await withAdjoining.mutateAsync(counted.summary);
      if (mine !== last.current) return;
      if (ll_uuids) await select({ ll_uuids }, counted.limits);
      else notice.success('No other parcels adjoin these.');
    } catch (reason) {
      if (mine === last.current) notice.alert(sentence(reason, 'The adjoining parcels could not be found. Please try again.'));
    }
  }

  async function addAll(): Promise<void> {
    if (!summary) return;
    try {
      const { batch_id, message } = await add.mutateAsync(summary.selection_id);
      clear();
      if (batch_id === null) notice.success(message);
      else notice.undo(message, () => undo.mutateAsync(batch_id), undoParcelsFor);
    } catch (reason) {
      notice.alert(sentence(reason, 'The parcels could not be added. Please try again.'));
    }
  }

  async function discardAll(reason: DiscardReason, note: string): Promise<boolean> {
    if (!summary) return false;
    try {
      const ll_uuids = await identitiesOf(summary);
      const { discarded } = await discarding.discard.mutateAsync({ ll_uuids, reason, note });
      clear();
      notice.undo(
        discarded === 1 ? '1 parcel was discarded.' : `${discarded.toLocaleString('en-US')} parcels were discarded.`,
        () => discarding.undo.mutateAsync(ll_uuids),
        undoParcelsFor,
      );
      return true;
    } catch (error) {
      notice.alert(sentence(error, 'The parcels could not be discarded. Please try again.'));
      return false;
    }
  }

  function clear(): void {
    last.current += 1;
    setTool(undefined);
    setAsking(undefined);
    setWanted(undefined);
    setCounted(undefined);
  }

  return {
    tool,
    /** What the user is asked for: lines to paste, a file, a radius, or the name of a road. */
    asking,
    roads,
    /** Whether the panel is open: something is selected or being counted. */
    open: wanted !== undefined,
    choice: wanted?.choice,
    road: wanted?.road,
    summary,
    limits: wanted?.limits ?? noLimits,
    counting: count.isPending || withAdjoining.isPending,
    adding: add.isPending,
    draw: (next: DrawnTool) => {
      clear();
      setTool(next);
    },
    paste: () => {
      clear();
      setAsking('lines');
    },
    readFile: () => {
      clear();
      setAsking('file');
    },
    askRadius: () => {
      clear();
      setAsking('radius');
    },
    /** Which of these roads, by their names. */
    askRoad: (names: readonly string[]) => {
      clear();
      setRoads(names);
      setAsking('road');
    },
    /** Of what is drawn or in view, the parcels that the map's filter lets through; of a list, all. */
    select: (choice: Choice, filter = (choice.numbers ?? choice.points) ? undefined : mapFilter) => select(choice, { ...noLimits, filter }),
    follow: (road: Road) => select(alongRoad(road), { ...noLimits, filter: mapFilter }, road),
    limit: (next: Limits) => (wanted ? select(wanted.choice, next, wanted.road) : Promise.resolve()),
    /** Another area, with the same limits. */
    reshape: (next: Choice) => (wanted ? select(next, wanted.limits, wanted.road) : Promise.resolve()),
    /** One more county whose parcels are meant by pasted lines that match some of several. */
    preferCounty: (countyFips: string) => {
      if (!wanted) return;
      const { choice, limits } = wanted;
      void select({ ...choice, preferred_counties: [...(choice.preferred_counties ?? []), countyFips] }, limits);
    },
    addAdjoining,
    addAll,
    discardAll,
    clear,
  };
}

export type MapSelection = ReturnType<typeof useSelection>;

function sentence(reason: unknown, otherwise: string): string {
  return reason instanceof ApiProblem ? reason.message : otherwise;
}
