import { Alert, Button, Group, List, Text } from '@mantine/core';
import { useState } from 'react';
import { ApiProblem, sentenceOf } from '../../../../api/client';
import { useSaveCriteria } from '../api';
import { errorsOf, noErrors } from '../criteria';
import { RunBar } from '../run/run-bar';
import type { Criteria, ProjectCriteria } from '../types';
import { useDraft } from '../use-draft';
import { AlikeNotice } from './alike-notice';
import { ConflictNotice } from './conflict-notice';
import { CriteriaForm } from './criteria-form';
import { PresetSelect } from './preset-select';

interface Props {
  readonly saved: ProjectCriteria;
  /** Called with the run that was started. */
  readonly onStarted: (runId: string) => void;
}

/** The criteria of the project: edited, saved, and searched by. */
export function CriteriaPanel({ saved, onStarted }: Props) {
  const draft = useDraft(saved);
  const save = useSaveCriteria(saved.project_id);
  /** Why the search was refused. */
  const [refusal, setRefusal] = useState<Error>();
  const problem = refusal ?? save.error;
  const errors = problem instanceof ApiProblem && problem.status === 422 ? errorsOf(problem.fields) : noErrors;
  const { criteria } = draft;

  function change(next: Criteria): void {
    // The errors name places, which are others now.
    if (next.gates.length !== criteria.gates.length || next.wishes.length !== criteria.wishes.length) forget();
    draft.change(next);
  }

  function forget(): void {
    save.reset();
    setRefusal(undefined);
  }

  /** Resolves with whether the criteria are saved. */
  async function store(version: number): Promise<boolean> {
    setRefusal(undefined);
    try {
      const now = (await save.mutateAsync({ criteria, version })) as ProjectCriteria;
      draft.settle(criteria, { version: now.version, criteria: now.criteria });
      return true;
    } catch {
      // Shown beside the fields, or as a conflict.
      return false;
    }
  }

  const said = sentencesOf(problem, errors.general);
  return (
    <>
      {draft.overtaken && (
        <ConflictNotice
          by={saved.updated_by}
          busy={save.isPending}
          onTheirs={() => {
            forget();
            draft.drop();
          }}
          onMine={() => void store(saved.version)}
        />
      )}
      <PresetSelect presets={saved.presets} criteria={criteria} presetOf={saved.preset_of} onChoose={change} />
      <AlikeNotice projectId={saved.project_id} criteria={criteria} onChange={change} />
      <CriteriaForm criteria={criteria} errors={errors} onChange={change} />
      {saved.not_judged.length > 0 && (
        <Text size="xs" c="dimmed" component="div">
          Not part of the search:
          <List size="xs">
            {saved.not_judged.map(({ field, reason }) => (
              <List.Item key={field}>{reason}</List.Item>
            ))}
          </List>
        </Text>
      )}
      <RunBar
        criteria={criteria}
        store={() => (draft.changed || saved.is_preset ? store(draft.version) : Promise.resolve(true))}
        onRefused={setRefusal}
        onStarted={onStarted}
        blocked={draft.overtaken}
      >
        {said.map((sentence) => (
          <Alert key={sentence} color="red" variant="light" role="alert" py={6} px="xs">
            {sentence}
          </Alert>
        ))}
        {draft.changed && (
          <Group gap="xs" justify="space-between">
            <Text size="xs" c="dimmed">
              Changes are not saved yet.
            </Text>
            <Group gap={4}>
              <Button
                size="compact-xs"
                variant="subtle"
                color="gray"
                onClick={() => {
                  forget();
                  draft.drop();
                }}
              >
                Revert
              </Button>
              <Button
                size="compact-xs"
                variant="default"
                loading={save.isPending}
                disabled={draft.overtaken}
                onClick={() => void store(draft.version)}
              >
                Save
              </Button>
            </Group>
          </Group>
        )}
      </RunBar>
    </>
  );
}

/** What is said above the buttons: what no field says. A conflict has its own notice. */
function sentencesOf(problem: Error | null, general: readonly string[]): readonly string[] {
  if (!problem || (problem instanceof ApiProblem && problem.code === 'criteria.changed')) return [];
  if (general.length > 0) return general;
  if (problem instanceof ApiProblem && problem.status === 422 && Object.keys(problem.fields).length > 0) {
    return ['Some criteria need a correction.'];
  }
  return [sentenceOf(problem, 'The criteria could not be saved. Please try again.')];
}
