import { Alert, Badge, Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { peopleQuery } from '../../../api/queries/people';
import { AskDialog } from '../../../ui/ask-dialog';
import { batchesFor, useChangeDeals, type Change, type Deal, type DealRefusal, type DealStage } from '../api';
import classes from './deal.module.css';
import { DealTags } from './deal-tags';
import { StepForm } from './step-form';
import { daysWords, whereToEnter } from './words';

/** The choice for nobody; no user's id. */
const nobody = 'nobody';

interface DealStateProps {
  readonly deal: Deal;
  /** Those that can be chosen. */
  readonly stages: readonly DealStage[];
}

/** Stage and assigned person, saved when chosen, and the next step. */
export function DealState({ deal, stages }: DealStateProps) {
  const people = useQuery(peopleQuery);
  const { change, pending } = useChangeDeals();
  const [refusal, setRefusal] = useState<{ readonly stage: DealStage; readonly of: DealRefusal }>();
  const [dropTo, setDropTo] = useState<DealStage>();
  const [now] = useState(() => Date.now());
  const stage = stages.find(({ stage_id }) => stage_id === deal.stage_id);
  const save = (what: Change, done: string) => change(batchesFor([deal], what), done);

  async function move(to: DealStage, reason?: string): Promise<void> {
    setRefusal(undefined);
    const what = { stage_id: to.stage_id, ...(reason !== undefined && { drop_reason: reason || null }) };
    await change(batchesFor([deal], what), `Moved to ${to.name}`, ([of]) => of && setRefusal({ stage: to, of }));
  }

  function choose(to: DealStage | undefined): void {
    if (!to || to.stage_id === deal.stage_id) return;
    if (to.required_facts.includes('drop_reason')) setDropTo(to);
    else void move(to);
  }

  // A deal can be in an archived stage, or belong to a person who has left.
  const stageChoices = stages.map(({ stage_id, name }) => ({ value: stage_id, label: name }));
  if (!stage) stageChoices.unshift({ value: deal.stage_id, label: deal.stage_name });
  const personChoices = (people.data ?? []).map(({ user_id, name }) => ({ value: user_id, label: name }));
  const known = deal.assigned_to === null || personChoices.some(({ value }) => value === deal.assigned_to);
  if (!known) personChoices.unshift({ value: deal.assigned_to ?? nobody, label: deal.assigned_to_name ?? 'A former user' });
  const person = pending?.assigned_to === undefined ? deal.assigned_to : pending.assigned_to;

  return (
    <Stack gap="xs">
      <div className={classes.halves}>
        <Select
          label="Stage"
          data={stageChoices}
          allowDeselect={false}
          value={pending?.stage_id ?? deal.stage_id}
          onChange={(id) => choose(stages.find(({ stage_id }) => stage_id === id))}
        />
        <Select
          label="Assigned to"
          data={[...personChoices, { value: nobody, label: 'Nobody' }]}
          allowDeselect={false}
          error={people.isError && 'The people could not be loaded.'}
          value={person ?? nobody}
          onChange={(id, option) => {
            if (!option || id === (deal.assigned_to ?? nobody)) return;
            void save({ assigned_to: id === nobody ? null : id }, `Assigned to ${id === nobody ? 'nobody' : option.label}`);
          }}
        />
      </div>
      <Group gap="xs">
        <Text size="xs" c="dimmed">
          {daysWords(deal.since, now)} in {deal.stage_name}
        </Text>
        {deal.stalled && (
          <Badge color="yellow" variant="light" size="sm">
            Stalled
          </Badge>
        )}
      </Group>
      {refusal && <Refusal refusal={refusal.of} stage={refusal.stage} onRetry={() => choose(refusal.stage)} />}
      <StepForm deal={deal} withReason={stage?.kind === 'lost' || deal.drop_reason !== null} onSave={(what) => save(what, 'Deal saved')} />
      <DealTags tags={deal.tags} onSave={(what, done) => void save(what, done)} />
      {dropTo && (
        <AskDialog
          title={`Move to ${dropTo.name}`}
          text={{ label: 'Reason', maxLength: 500 }}
          onClose={() => setDropTo(undefined)}
          onSave={(reason) => {
            setDropTo(undefined);
            void move(dropTo, reason);
          }}
        />
      )}
    </Stack>
  );
}

interface RefusalProps {
  readonly refusal: DealRefusal;
  readonly stage: DealStage;
  readonly onRetry: () => void;
}

/** Why a deal was not moved, and where to enter what is missing. */
function Refusal({ refusal, stage, onRetry }: RefusalProps) {
  return (
    <Alert role="alert" color="red" variant="light" title={`Not moved to ${stage.name}`} py="xs">
      <Text size="sm">{refusal.sentence}</Text>
      <ul className={classes.list}>
        {refusal.missing.map((fact) => (
          <li key={fact}>{whereToEnter[fact]}</li>
        ))}
      </ul>
      <Button size="xs" variant="default" mt="xs" onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  );
}
