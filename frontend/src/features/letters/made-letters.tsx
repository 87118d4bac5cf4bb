import { Paper, Progress, Text, Title } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { letterJobQuery } from '../../api/queries/letter-register';
import { counted } from '../../lib/format';
import type { LettersStarted } from './api';
import { JobProgress, progressWords, type Named } from './job-progress';
import { lettersWord } from './words';

/** Letters of a project that were made. */
export interface MadeGroup {
  readonly projectId: string;
  readonly started: LettersStarted;
  /** Names of the properties that got no letter, with why. */
  readonly skipped: readonly Named[];
}

interface MadeLettersProps {
  readonly made: readonly MadeGroup[];
  /** Of the projects; of one project alone it is not needed. */
  readonly names: ReadonlyMap<string, string>;
  /** The project's letters were taken back, and are to be made again. */
  readonly onAgain: (projectId: string) => void;
}

/** How far the letters are, of all projects together and of each. */
export function MadeLetters({ made, names, onAgain }: MadeLettersProps) {
  return (
    <>
      {made.length > 1 && <Together made={made} />}
      {made.map(({ projectId, started, skipped }) => (
        <JobProgress
          key={started.job_id}
          projectId={projectId}
          name={names.get(projectId)}
          started={started}
          skipped={skipped}
          onAgain={() => onAgain(projectId)}
        />
      ))}
    </>
  );
}

/** Without letters that were taken back. */
function Together({ made }: Pick<MadeLettersProps, 'made'>) {
  const jobs = useQueries({ queries: made.map(({ started }) => letterJobQuery(started.job_id)) });
  const sums = { letters: 0, made: 0, failed: 0, running: 0 };
  for (const [place, { started }] of made.entries()) {
    const job = jobs[place]?.data;
    if (job?.state === 'undone') continue;
    sums.letters += started.letters;
    sums.made += job?.made ?? 0;
    sums.failed += job?.failed ?? 0;
    sums.running += !job || job.state === 'running' ? 1 : 0;
  }
  return (
    <Paper withBorder p="lg" bg="var(--surface)" component="section" aria-label="Letters of all projects">
      <Title order={2} size="h3" mb="xs">
        {lettersWord(sums.letters)} made in {counted(made.length, 'project')}
      </Title>
      <Progress
        value={sums.letters === 0 ? 0 : ((sums.made + sums.failed) / sums.letters) * 100}
        color={sums.failed > 0 ? 'red' : 'green'}
        aria-label="PDFs of all projects"
        mb={6}
      />
      <Text size="sm" role="status">
        {progressWords(sums.letters, sums.made, sums.failed, sums.running > 0)}
      </Text>
    </Paper>
  );
}
