import { Button, Group, Select, Text, Title } from '@mantine/core';
import type { DealStage } from '../api';
import classes from './stages.module.css';

interface RemovedStagesProps {
  readonly removed: readonly DealStage[];
  /** Deals by stage; undefined if that is unknown. */
  readonly counts: ReadonlyMap<string, number> | undefined;
  readonly targets: { value: string; label: string }[];
  /** The chosen stages by the removed one. */
  readonly moveTo: Readonly<Record<string, string>>;
  readonly faultOf: (field: string) => string | undefined;
  readonly onMoveTo: (stageId: string, target: string | null) => void;
  readonly onKeep: (stage: DealStage) => void;
}

/** Stages that are removed with the next save, and where their deals go. */
export function RemovedStages({ removed, counts, targets, moveTo, faultOf, onMoveTo, onKeep }: RemovedStagesProps) {
  if (removed.length === 0) return null;
  return (
    <section aria-label="Removed stages">
      <Title order={3} size="h6" mb={6}>
        Removed
      </Title>
      <ul className={classes.list}>
        {removed.map((stage) => {
          const count = counts && (counts.get(stage.stage_id) ?? 0);
          const fault = faultOf(`move_to.${stage.stage_id}`);
          return (
            <li key={stage.stage_id} className={classes.row}>
              <Group justify="space-between" wrap="nowrap">
                <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {stage.name}
                </Text>
                <Button size="compact-xs" variant="subtle" aria-label={`Keep ${stage.name}`} onClick={() => onKeep(stage)}>
                  Keep
                </Button>
              </Group>
              {count === 0 && fault === undefined ? (
                <Text size="xs" c="dimmed">
                  It has no deals.
                </Text>
              ) : (
                <Select
                  label={
                    count === undefined
                      ? 'Its deals move to'
                      : `Its ${count === 1 ? 'deal moves' : `${count.toLocaleString('en-US')} deals move`} to`
                  }
                  aria-label={`Where the deals of ${stage.name} move`}
                  placeholder="Choose a stage"
                  data={targets}
                  value={targets.some(({ value }) => value === moveTo[stage.stage_id]) ? (moveTo[stage.stage_id] ?? null) : null}
                  error={fault}
                  onChange={(target) => onMoveTo(stage.stage_id, target)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
