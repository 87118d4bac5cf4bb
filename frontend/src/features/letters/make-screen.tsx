import { Alert, Button, Checkbox, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { currency } from '../../lib/format';
import { useNotice } from '../../ui/dialogs';
import { LoadingPage } from '../../ui/loading-page';
import { QueryFailure } from '../../ui/query-panel';
import { useUnsaved } from '../../ui/unsaved';
import { useMakeLetters, type LetterInput, type LettersStarted } from './api';
import { JobProgress } from './job-progress';
import { LetterTerms } from './letter-terms';
import classes from './letters.module.css';
import { PreviewTable } from './preview-table';
import { PriceRuleForm } from './price-rule-form';
import { StandIns } from './stand-ins';
import { TemplateSelect } from './template-select';
import { useBatch } from './use-batch';
import { lettersWord, makeWords, placeOf, standInsOf } from './words';

interface MakeScreenProps {
  readonly projectId: string;
  /** In the order of the letters. */
  readonly propertyIds: readonly string[];
}

const noInputs: readonly LetterInput[] = [];

/** Letters of intent for many properties: a price rule, what each letter would say, and the button that makes them. */
export function MakeScreen({ projectId, propertyIds }: MakeScreenProps) {
  const edited = useBatch(projectId, propertyIds);
  const { form, setForm, prices, setPrice, accepted, accept, template, setTemplate, batch, preview, isCurrent, faults } = edited;
  const [onlyBlocked, setOnlyBlocked] = useState(false);
  const [started, setStarted] = useState<LettersStarted>();
  const make = useMakeLetters();
  const notice = useNotice();
  // Idempotency key: a repeated press or a retry after a lost response makes the letters once.
  const request = useRef({ body: '', key: '' });
  useUnsaved(!started && Object.keys({ ...prices, ...edited.terms }).length > 0);

  const rows = preview.data?.rows ?? [];
  const { letters = 0, blocked = 0, price = 0 } = preview.data?.totals ?? {};
  const ready = isCurrent && letters > 0 && !make.isPending;

  async function press(): Promise<void> {
    if (!ready || started) return;
    // The version that was previewed, even if another one is published meanwhile.
    const used = preview.data?.template;
    const asked = { ...batch, ...(used && { template_id: used.template_id, template_version: used.number }) };
    const body = JSON.stringify(asked);
    if (request.current.body !== body) request.current = { body, key: crypto.randomUUID() };
    try {
      setStarted(await make.mutateAsync({ ...asked, request_key: request.current.key, skip_blocked: blocked > 0 }));
    } catch (reason) {
      const field = reason instanceof ApiProblem ? Object.values(reason.fields)[0] : undefined;
      notice.alert(field ?? sentenceOf(reason, 'The letters could not be made. Please try again.'));
      void preview.refetch();
    }
  }
  useHotkeys([['mod+Enter', () => void press()]], []);

  /** Not by the key of the letters that were taken back. */
  function again(): void {
    request.current = { body: '', key: '' };
    setStarted(undefined);
  }

  if (started) {
    const names = new Map(rows.map((row) => [row.property_id, placeOf(row)]));
    const skipped = started.skipped.map(({ property_id, sentence }) => ({ name: names.get(property_id) ?? property_id, sentence }));
    return <JobProgress projectId={projectId} started={started} skipped={skipped} onAgain={again} />;
  }
  return (
    <Stack gap="md">
      <Paper withBorder p="md" bg="var(--surface)">
        <Stack gap="md">
          <TemplateSelect chosen={template} used={preview.data?.template} onChoose={setTemplate} />
          <PriceRuleForm rule={form} faults={faults} onChange={setForm} />
          <TextInput
            type="date"
            label="Last day"
            description="Until 17:00 where each property is; the letters do not say it. If empty, they do not expire."
            maw={420}
            value={edited.lastDay}
            error={edited.lastDayFault}
            onChange={(event) => edited.setLastDay(event.currentTarget.value)}
          />
          <LetterTerms
            inputs={preview.data?.inputs ?? noInputs}
            values={edited.terms}
            faults={edited.termFaults}
            onChange={edited.setTerm}
          />
          <StandIns standIns={standInsOf(rows)} accepted={accepted} onAccept={accept} />
        </Stack>
      </Paper>
      {Object.keys({ ...faults, ...edited.termFaults }).length === 0 && !edited.lastDayFault && (
        <QueryFailure query={preview} sentence={sentenceOf(preview.error, 'The letters could not be previewed.')} />
      )}
      {(preview.data?.warnings ?? []).map(({ field, sentence }) => (
        <Alert key={`${field} ${sentence}`} color="yellow" variant="light" py="xs">
          {sentence}
        </Alert>
      ))}
      {!preview.data && preview.isPending && <LoadingPage />}
      {preview.data && (
        <PreviewTable
          projectId={projectId}
          rows={onlyBlocked ? rows.filter((row) => row.blocked) : rows}
          prices={prices}
          onPrice={setPrice}
        />
      )}
      <div className={classes.actions}>
        <div className={classes.totals}>
          <span role="status" aria-live="polite">
            {preview.data
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
          {preview.data?.approval.sentence && <Text size="sm">{preview.data.approval.sentence}</Text>}
        </div>
        <Button
          disabled={!ready && !make.isPending}
          loading={make.isPending}
          onClick={() => void press()}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title="Ctrl+Enter"
        >
          {preview.data ? makeWords(letters, blocked) : 'Make letters'}
        </Button>
      </div>
    </Stack>
  );
}
