import { Alert, Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { IconArrowBackUp, IconFileTypePdf, IconListDetails } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '../../api/client';
import { letterJobQuery } from '../../api/queries/letter-register';
import { paths } from '../../lib/paths';
import { useNotice } from '../../ui/dialogs';
import { QueryFailure } from '../../ui/query-panel';
import { useFocusFromBody } from '../../ui/use-focus-from-body';
import { printUrl, useUndoMaking, type LetterJob, type LettersStarted } from './api';
import { MakePdfsAgain } from './make-again';
import { lettersWord } from './words';

interface JobProgressProps {
  readonly projectId: string;
  /** Of the project, where there are several. */
  readonly name: string | undefined;
  readonly started: LettersStarted;
  /** Names of the properties that got no letter, with why. */
  readonly skipped: readonly Named[];
  /** Letters that were taken back are to be made again. */
  readonly onAgain: () => void;
}

/** A property, and what is to be known of it. */
export interface Named {
  readonly name: string;
  readonly sentence: string;
}

/** The letters that were made: their numbers, how many PDFs there are already, and where to go from here, also back. */
export function JobProgress({ projectId, name, started, skipped, onAgain }: JobProgressProps) {
  const job = useQuery(letterJobQuery(started.job_id));
  const undo = useUndoMaking(started.job_id);
  const notice = useNotice();
  const { made = 0, failed = 0, state = 'running' } = job.data ?? {};
  const progress = useRef<HTMLDivElement>(null);
  useFocusFromBody(progress, state);
  const numbers = started.letters === 1 ? started.first_number : `${started.first_number} to ${started.last_number}`;
  const isUndone = undo.isSuccess || state === 'undone';
  const kept = undo.data?.left.map(({ place, sentence }) => ({ name: place, sentence })) ?? [];

  async function takeBack(): Promise<void> {
    try {
      await undo.mutateAsync();
    } catch (reason) {
      notice.alert(sentenceOf(reason, 'The letters could not be taken back. Please try again.'));
    }
  }

  return (
    <Paper
      withBorder
      p="lg"
      bg="var(--surface)"
      component="section"
      aria-label={name === undefined ? 'Letters made' : `Letters made in ${name}`}
    >
      <Stack>
        <div>
          <Title order={2} size="h3">
            {lettersWord(started.letters)} {isUndone ? 'taken back' : 'made'}
            {name !== undefined && ` in ${name}`}
          </Title>
          <Text c="dimmed" size="sm" aria-live="polite">
            {numbers}. {isUndone ? 'They stay in the list as withdrawn.' : 'They are drafts until they are approved.'}
          </Text>
        </div>
        <QueryFailure query={job} sentence={sentenceOf(job.error, 'The progress could not be loaded.')} />
        {!isUndone && (
          <div ref={progress} tabIndex={-1}>
            <Progress value={((made + failed) / started.letters) * 100} color={failed > 0 ? 'red' : 'green'} aria-label="PDFs" mb={6} />
            <Text size="sm" role="status">
              {progressWords(started.letters, made, failed, state === 'running')}
            </Text>
            {failed > 0 && state !== 'running' && <MakePdfsAgain jobId={started.job_id} />}
          </div>
        )}
        {!isUndone && <PropertyList title={`${lettersWord(skipped.length)} left out`} properties={skipped} />}
        <PropertyList title="Offer values that stay" properties={kept} />
        <Group>
          <Button
            component={Link}
            to={paths.letters(projectId, { job_id: started.job_id })}
            leftSection={<IconListDetails size={18} aria-hidden />}
          >
            Open the letters
          </Button>
          {!isUndone && <PrintLinks job={job.data} />}
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            loading={undo.isPending}
            onClick={isUndone ? onAgain : () => void takeBack()}
          >
            {isUndone ? 'Make them again' : 'Undo'}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

function PropertyList({ title, properties }: { readonly title: string; readonly properties: readonly Named[] }) {
  if (properties.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title={title}>
      {properties.map(({ name, sentence }) => (
        <div key={name}>
          {name}: {sentence}
        </div>
      ))}
    </Alert>
  );
}

/** How many of the PDFs are made. */
export function progressWords(letters: number, made: number, failed: number, isRunning: boolean): string {
  if (isRunning) return `${made} of ${letters} PDFs made`;
  return failed > 0 ? `${made} of ${letters} PDFs made, ${failed} could not be made` : `All PDFs are done: ${made} made`;
}

/** Links to the print file, a link for each part; disabled until it can be made. */
function PrintLinks({ job }: { readonly job: LetterJob | undefined }) {
  const icon = <IconFileTypePdf size={18} aria-hidden />;
  if (!job?.print_ready) {
    return (
      <Button variant="default" leftSection={icon} disabled>
        Print all (PDF)
      </Button>
    );
  }
  return Array.from({ length: Math.max(1, job.print_parts) }, (_, index) => index + 1).map((part) => (
    <Button key={part} component="a" href={printUrl(job.job_id, part)} target="_blank" rel="noopener" variant="default" leftSection={icon}>
      {job.print_parts > 1 ? `Print part ${part} of ${job.print_parts} (PDF)` : 'Print all (PDF)'}
    </Button>
  ));
}
