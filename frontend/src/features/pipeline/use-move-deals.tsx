import { useState, type ReactNode } from 'react';
import { useNotice } from '../../ui/dialogs';
import { useChangeDeals, type Change, type DealRefusal, type DealStage } from './api';
import { fillingsOf, type Filled, type Lacking } from './facts';
import { FactsDialog } from './facts-dialog';

/** A move that waits for facts. */
interface Waiting {
  readonly stage: DealStage;
  readonly lacking: readonly Lacking[];
  /** What was entered for all of them already. */
  readonly given: Change;
  readonly refused: boolean;
}

/**
 * Moves deals of a project to a stage. Deals that lack facts that it requires are not just refused: a dialog tells how many lack which, and
 * asks for those that can be given for many at once. `onMoved` is called when at least one was moved.
 */
export function useMoveDeals(projectId: string, onMoved?: (stage: DealStage) => void) {
  const { change, isPending } = useChangeDeals();
  const notice = useNotice();
  const [waiting, setWaiting] = useState<Waiting>();

  async function send(stage: DealStage, fillings: ReturnType<typeof fillingsOf>, given: Change): Promise<void> {
    const batches = fillings.map(({ propertyIds, what }) => ({
      projectId,
      propertyIds,
      what: { stage_id: stage.stage_id, ...given, ...what },
    }));
    const done = await change(batches, `Moved to ${stage.name}`, (refused) => hold(stage, refused, given));
    if (done) onMoved?.(stage);
  }

  function hold(stage: DealStage, refused: readonly DealRefusal[], given: Change): void {
    const lacking = refused.filter(({ missing }) => missing.length > 0);
    if (lacking.length > 0) setWaiting({ stage, lacking, given, refused: true });
    const [other, ...others] = refused.filter(({ missing }) => missing.length === 0);
    if (other) notice.alert(`${others.length === 0 ? '1 property' : `${others.length + 1} properties`} not changed. ${other.sentence}`);
  }

  /** The reason of a drop is asked for at once: no deal that is still worked on has one. */
  function move(propertyIds: readonly string[], stage: DealStage): void {
    if (!stage.required_facts.includes('drop_reason')) {
      void send(stage, [{ propertyIds, what: {} }], {});
      return;
    }
    const lacking = propertyIds.map((property_id): Lacking => ({ property_id, missing: ['drop_reason'] }));
    setWaiting({ stage, lacking, given: {}, refused: false });
  }

  function fill({ stage, lacking, given, refused }: Waiting, filled: Filled): void {
    setWaiting(undefined);
    // What all of them got stays given when they are refused for another fact.
    const next = refused ? given : { ...given, drop_reason: filled.drop_reason.trim() };
    void send(stage, fillingsOf(lacking, filled), next);
  }

  const dialog: ReactNode = waiting && (
    <FactsDialog
      key={waiting.lacking.map(({ property_id, missing }) => [property_id, ...missing].join()).join(' ')}
      stageName={waiting.stage.name}
      lacking={waiting.lacking}
      refused={waiting.refused}
      onClose={() => setWaiting(undefined)}
      onSave={(filled) => fill(waiting, filled)}
    />
  );
  return { move, dialog, isPending };
}
