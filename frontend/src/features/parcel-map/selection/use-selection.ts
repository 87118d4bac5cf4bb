import { useState } from 'react';
import { ApiProblem } from '../../../api/client';
import { useNotice } from '../../../ui/dialogs';
import { identitiesOf, useAddAll, useCount, useDiscard, type DiscardReason, type Summary } from './api';
import { filterOf, noLimits, type Choice, type DrawnTool, type Limits } from './shape';

/** Selects parcels on the map of a project, counts them, and adds or discards them all. */
export function useSelection(projectId: string, mapFilter: string | undefined) {
  const [tool, setTool] = useState<DrawnTool>();
  const [asking, setAsking] = useState<'lines' | 'file'>();
  const [choice, setChoice] = useState<Choice>();
  const [limits, setLimits] = useState<Limits>(noLimits);
  const [summary, setSummary] = useState<Summary>();
  const notice = useNotice();
  const count = useCount(projectId);
  const { add, undo } = useAddAll(projectId);
  const discarding = useDiscard(projectId);

  async function select(choice: Choice, limits: Limits): Promise<void> {
    setTool(undefined);
    setAsking(undefined);
    setChoice(choice);
    setLimits(limits);
    const filter = filterOf(limits);
    try {
      setSummary(await count.mutateAsync({ ...choice, ...(filter !== undefined && { filter }) }));
    } catch (reason) {
      setSummary(undefined);
      if (!summary) setChoice(undefined);
      notice.alert(sentence(reason, 'The parcels could not be counted. Please try again.'));
    }
  }

  async function addAll(): Promise<void> {
    if (!summary) return;
    try {
      const { batch_id, message } = await add.mutateAsync(summary.selection_id);
      clear();
      if (batch_id === null) notice.success(message);
      else notice.undo(message, () => undo.mutateAsync(batch_id));
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
      notice.undo(discarded === 1 ? '1 parcel was discarded.' : `${discarded.toLocaleString('en-US')} parcels were discarded.`, () =>
        discarding.undo.mutateAsync(ll_uuids),
      );
      return true;
    } catch (error) {
      notice.alert(sentence(error, 'The parcels could not be discarded. Please try again.'));
      return false;
    }
  }

  function clear(): void {
    setTool(undefined);
    setAsking(undefined);
    setChoice(undefined);
    setSummary(undefined);
    setLimits(noLimits);
  }

  return {
    tool,
    /** What the user is asked for: lines to paste, or a file. */
    asking,
    /** Whether the panel is open: something is selected or being counted. */
    open: choice !== undefined,
    summary,
    limits,
    counting: count.isPending,
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
    /** Of what is drawn or in view, the parcels that the map's filter lets through; of a list, all. */
    select: (choice: Choice, filter = choice.numbers ? undefined : mapFilter) => select(choice, { ...noLimits, filter }),
    limit: (next: Limits) => (choice ? select(choice, next) : Promise.resolve()),
    addAll,
    discardAll,
    clear,
  };
}

export type MapSelection = ReturnType<typeof useSelection>;

function sentence(reason: unknown, otherwise: string): string {
  return reason instanceof ApiProblem ? reason.message : otherwise;
}
