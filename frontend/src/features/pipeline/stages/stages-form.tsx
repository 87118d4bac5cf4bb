import { Alert, Button, Checkbox, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState, type SyntheticEvent } from 'react';
import { ApiProblem, isProblem, sentenceOf } from '../../../api/client';
import type { components } from '../../../api/generated/property-api';
import { currentRole } from '../../../lib/session';
import { useNotice } from '../../../ui/dialogs';
import { useUnsaved } from '../../../ui/unsaved';
import type { DealStage } from '../api';
import { useSaveStages } from './api';
import { RemovedStages } from './removed-stages';
import { draftsOf, faultsOf, inputsOf, newStage, removedOf, targetsOf, withMoved, type StageDraft } from './stage-drafts';
import { StageRow } from './stage-row';
import classes from './stages.module.css';

const most = 30;

interface StagesFormProps {
  readonly projectId: string;
  readonly loaded: components['schemas']['DealStages'];
  /** Deals by stage; undefined if that is unknown. */
  readonly counts: ReadonlyMap<string, number> | undefined;
  readonly onReload: () => void;
  readonly onClose: () => void;
}

export function StagesForm({ projectId, loaded, counts, onReload, onClose }: StagesFormProps) {
  // As they were when the form was opened: the version says whether somebody has changed them since.
  const [before] = useState(loaded);
  const [drafts, setDrafts] = useState<readonly StageDraft[]>(() => draftsOf(before.stages));
  const [moveTo, setMoveTo] = useState<Readonly<Record<string, string>>>({});
  const [asDefault, setAsDefault] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const added = useRef(0);
  const save = useSaveStages(projectId);
  const notice = useNotice();
  const changed = asDefault || JSON.stringify(inputsOf(drafts)) !== JSON.stringify(inputsOf(draftsOf(before.stages)));
  const { saved, mayLeave } = useUnsaved(changed);
  const removed = removedOf(before.stages, drafts);
  const targets = targetsOf(drafts);

  /** Focuses a part of a row when it is rendered. */
  function focus(key: string, part: string): void {
    setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-stage="${key}"] ${part}`)?.focus());
  }

  function move(draft: StageDraft, step: -1 | 1): void {
    const after = withMoved(drafts, draft.key, step);
    setDrafts(after);
    setSaid(`${draft.name} is ${after.findIndex(({ key }) => key === draft.key) + 1} of ${after.length}`);
    focus(draft.key, step === -1 ? '[data-up]' : '[data-down]');
  }

  function add(): void {
    added.current += 1;
    const draft = newStage(`new-${added.current}`);
    setDrafts([...drafts, draft]);
    focus(draft.key, 'input');
  }

  function remove(draft: StageDraft): void {
    const place = drafts.indexOf(draft);
    const after = drafts.filter((other) => other !== draft);
    setDrafts(after);
    const beside = after[Math.min(place, after.length - 1)];
    if (beside) focus(beside.key, 'input');
  }

  function keep(stage: DealStage): void {
    setDrafts([...drafts, ...draftsOf([stage])]);
    focus(stage.stage_id, 'input');
  }

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (!changed || save.isPending) return;
    setFaults({});
    const going = removed.flatMap(({ stage_id }) => {
      const target = moveTo[stage_id];
      return target !== undefined && targets.some(({ value }) => value === target) ? [[stage_id, target] as const] : [];
    });
    try {
      await save.mutateAsync({
        stages: inputsOf(drafts),
        move_to: Object.fromEntries(going),
        version: before.version,
        as_firm_default: asDefault,
      });
      saved();
      notice.success('The stages were saved.');
      onClose();
    } catch (reason) {
      if (reason instanceof ApiProblem) setFaults(faultsOf(reason.fields, drafts));
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        {save.error && (
          <Alert role="alert" color="red" variant="light" py="xs">
            <Text size="sm">{faults['stages'] ?? sentenceOf(save.error, 'The stages could not be saved. Please try again.')}</Text>
            {isProblem(save.error, 'deal_stage.changed') && (
              <Button size="xs" variant="default" mt="xs" onClick={onReload}>
                Load them again
              </Button>
            )}
          </Alert>
        )}
        <ul className={classes.list} aria-label="Stages" ref={list}>
          {drafts.map((draft, place) => (
            <StageRow
              key={draft.key}
              draft={draft}
              isFirst={place === 0}
              isLast={place === drafts.length - 1}
              faultOf={(field) => faults[`${draft.key}.${field}`]}
              onChange={(after) => setDrafts(drafts.with(place, after))}
              onMove={(step) => move(draft, step)}
              onRemove={() => remove(draft)}
            />
          ))}
        </ul>
        <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={drafts.length >= most}
            onClick={add}
          >
            Add stage
          </Button>
        </Group>
        <RemovedStages
          removed={removed}
          counts={counts}
          targets={targets}
          moveTo={moveTo}
          faultOf={(field) => faults[field]}
          onMoveTo={(stageId, target) => setMoveTo({ ...moveTo, [stageId]: target ?? '' })}
          onKeep={keep}
        />
        {currentRole() === 'admin' && (
          <Checkbox
            label="New projects of the firm begin with these stages too"
            checked={asDefault}
            onChange={(event) => setAsDefault(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void mayLeave().then((leave) => leave && onClose())}>
            Cancel
          </Button>
          <Button type="submit" disabled={!changed} loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
