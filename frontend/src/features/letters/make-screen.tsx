import { Button, Checkbox, Paper, Stack, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { projectQuery } from '../../api/queries/projects';
import { currency } from '../../lib/format';
import type { LetterGroup } from '../../lib/letter-groups';
import { useNotice } from '../../ui/dialogs';
import { noticesAbove } from '../../ui/notices-above';
import { useUnsaved } from '../../ui/unsaved';
import { useMakeLetters, type LetterPreview } from './api';
import { LetterTerms } from './letter-terms';
import classes from './letters.module.css';
import { MadeLetters, type MadeGroup } from './made-letters';
import { PriceRuleForm } from './price-rule-form';
import { ProjectLetters } from './project-letters';
import { StandIns } from './stand-ins';
import { TemplateSelect } from './template-select';
import { useBatches, type EditedBatch } from './use-batches';
import { inputsOf, lettersWord, makeWords, placeOf, standInsOf, totalsOf } from './words';

interface MakeScreenProps {
  /** Properties of one project or of several. */
  readonly groups: readonly LetterGroup[];
}

/**
 * Letters of intent for many properties: a price rule, what each letter would say, and the button that makes them. Of
 * several projects each has its own table; its letters are made all or none, and those that could not be made stay.
 */
export function MakeScreen({ groups }: MakeScreenProps) {
  const [made, setMade] = useState<readonly MadeGroup[]>([]);
  const left = groups.filter(({ projectId }) => !made.some((each) => each.projectId === projectId));
  const edited = useBatches(left);
  const { all, setAll, batches, accepted } = edited;
  const several = groups.length > 1;
  const names = useNames(several ? groups : []);
  const [onlyBlocked, setOnlyBlocked] = useState(false);
  const [isMaking, setIsMaking] = useState(false);
  const make = useMakeLetters();
  const notice = useNotice();
  // Idempotency keys by project: a repeated press or a retry after a lost response makes the letters once.
  const requests = useRef(new Map<string, { readonly body: string; readonly key: string }>());
  useUnsaved(left.length > 0 && edited.hasTyped);

  const previews = batches.flatMap(({ preview }) => preview?.data ?? []);
  const rows = previews.flatMap((preview) => preview.rows);
  const sums = batches.flatMap(({ preview, isFailed }) => (isFailed ? [] : (preview?.data ?? [])));
  const { letters, blocked, price } = totalsOf(sums);
  const isKnown = sums.length > 0 && batches.every(({ preview, isFailed }) => isFailed || preview?.data);
  // A project that cannot be previewed does not keep the letters of the others.
  const ready = batches.every(({ isCurrent, isFailed }) => isCurrent || isFailed) && letters > 0 && !isMaking;
  const shared = batches.find(({ isOwn }) => !isOwn);

  async function makeOf({ projectId, batch }: EditedBatch, { template, rows: of, totals }: LetterPreview): Promise<void> {
    // The version that was previewed, even if another one is published meanwhile.
    const asked = { ...batch, template_id: template.template_id, template_version: template.number };
    const body = JSON.stringify(asked);
    const before = requests.current.get(projectId);
    const key = before?.body === body ? before.key : crypto.randomUUID();
    requests.current.set(projectId, { body, key });
    const started = await make.mutateAsync({ ...asked, request_key: key, skip_blocked: totals.blocked > 0 });
    const places = new Map(of.map((row) => [row.property_id, placeOf(row)]));
    const skipped = started.skipped.map(({ property_id, sentence }) => ({ name: places.get(property_id) ?? property_id, sentence }));
    setMade((known) => [...known.filter((each) => each.projectId !== projectId), { projectId, started, skipped }]);
  }

  /** Of one project after the other, so that their numbers follow each other. */
  async function press(): Promise<void> {
    if (!ready) return;
    setIsMaking(true);
    for (const each of batches) {
      const preview = each.preview?.data;
      if (!each.isCurrent || !preview || preview.totals.letters === 0) continue;
      try {
        await makeOf(each, preview);
      } catch (reason) {
        const field = reason instanceof ApiProblem ? Object.values(reason.fields)[0] : undefined;
        const sentence = field ?? sentenceOf(reason, 'The letters could not be made. Please try again.');
        const name = names.get(each.projectId);
        notice.alert(name === undefined ? sentence : `${name}: ${sentence}`);
      }
    }
    setIsMaking(false);
    // Once: thousands of letters take seconds.
    void edited.refresh();
  }
  useHotkeys([['mod+Enter', () => void press()]], []);

  /** Not by the key of the letters that were taken back. */
  function again(projectId: string): void {
    requests.current.delete(projectId);
    setMade((known) => known.filter((each) => each.projectId !== projectId));
  }

  return (
    <Stack gap="md">
      {made.length > 0 && <MadeLetters made={made} names={names} onAgain={again} />}
      {left.length > 0 && (
        <>
          <Paper withBorder p="md" bg="var(--surface)">
            <Stack gap="md">
              <TemplateSelect
                chosen={all.template}
                used={shared?.preview?.data?.template}
                usual={several ? 'The default of each project' : undefined}
                onChoose={(template) => setAll({ ...all, template })}
              />
              <PriceRuleForm rule={all.form} faults={shared?.faults ?? {}} onChange={(form) => setAll({ ...all, form })} />
              <TextInput
                type="date"
                label="Last day"
                description="Until 17:00 where each property is; the letters do not say it. If empty, they do not expire."
                maw={420}
                value={edited.lastDay}
                error={edited.lastDayFault}
                onChange={(event) => edited.setLastDay(event.currentTarget.value)}
              />
              <LetterTerms inputs={inputsOf(previews)} values={edited.terms} faults={edited.termFaults} onChange={edited.setTerm} />
              <StandIns standIns={standInsOf(rows)} accepted={accepted} onAccept={edited.accept} />
            </Stack>
          </Paper>
          {batches.map((each) => (
            <ProjectLetters
              key={each.projectId}
              edited={each}
              name={names.get(each.projectId)}
              areFieldsWrong={Object.keys(edited.termFaults).length > 0 || edited.lastDayFault !== undefined}
              onlyBlocked={onlyBlocked}
              onOwn={(making) => edited.setOwn(each.projectId, making)}
              onPrice={(propertyId, typed) => edited.setPrice(each.projectId, propertyId, typed)}
            />
          ))}
          <div ref={noticesAbove} className={classes.actions}>
            <div className={classes.totals}>
              <span role="status" aria-live="polite">
                {isKnown
                  ? `${lettersWord(letters)}, ${currency(price)} in total${blocked > 0 ? `, ${blocked} blocked` : ''}`
                  : 'Calculating'}
              </span>
              {(blocked > 0 || onlyBlocked) && (
                <Checkbox
                  size="sm"
                  label="Blocked only"
                  checked={onlyBlocked}
                  onChange={(event) => setOnlyBlocked(event.currentTarget.checked)}
                />
              )}
            </div>
            <Button
              disabled={!ready && !isMaking}
              loading={isMaking}
              onClick={() => void press()}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              title="Ctrl+Enter"
            >
              {isKnown ? makeWords(letters, blocked) : 'Make letters'}
            </Button>
          </div>
        </>
      )}
    </Stack>
  );
}

/** The names of projects, as far as they are known. */
function useNames(groups: readonly LetterGroup[]): ReadonlyMap<string, string> {
  const projects = useQueries({ queries: groups.map(({ projectId }) => projectQuery(projectId)) });
  return new Map(groups.map(({ projectId }, place) => [projectId, nameOf(projects[place])]));
}

const nameOf = (
  project: { readonly data?: { readonly project_name?: string | null } | undefined; readonly isPending: boolean } | undefined,
) => project?.data?.project_name ?? (project?.isPending ? 'Loading...' : 'A project');
