import { Anchor, Drawer, Group, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '../../api/client';
import { registeredLetterQuery } from '../../api/queries/letter-register';
import { currency, dateTime } from '../../lib/format';
import { paths } from '../../lib/paths';
import { Fact } from '../../ui/fact';
import { useFocusBack } from '../../ui/focus-back';
import { LoadingPage } from '../../ui/loading-page';
import { QueryPanel } from '../../ui/query-panel';
import { UnsavedContext, useGuardedClose } from '../../ui/unsaved';
import { useFocusFromBody } from '../../ui/use-focus-from-body';
import type { Letter } from './api';
import { safeHtml } from '../../lib/safe-html';
import { DeadlinesSection } from './deadlines-section';
import { ExpiryForm } from './expiry-form';
import classes from './letters.module.css';
import { CommentsSection } from './redline/comments-section';
import { ReturnsSection } from './redline/returns-section';
import { VersionsSection } from './redline/versions-section';
import { MakePdfsAgain } from './make-again';
import { Section } from './section';
import { SignatureSection } from './signature/signature-section';
import { Replaced, StatusBadge } from './status-badge';
import { StatusForm } from './status-form';
import { useTermLabels } from './use-term-labels';
import { eventWords, placeOf } from './words';

interface LetterPanelProps {
  readonly letterId: string;
  readonly onClose: () => void;
}

/** One letter beside the list, on a phone in front of it. */
export function LetterPanel({ letterId, onClose }: LetterPanelProps) {
  useFocusBack();
  const letter = useQuery(registeredLetterQuery(letterId));
  const narrow = useMediaQuery('(max-width: 36em)', false);
  const [isBehind, setIsBehind] = useState(false);
  const { scope, close } = useGuardedClose(onClose);
  return (
    <Drawer
      opened
      onClose={close}
      closeOnEscape={!isBehind}
      position="right"
      size={narrow ? '100%' : 620}
      title={letter.data?.number ?? 'Letter'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      styles={{ title: { fontWeight: 650 } }}
    >
      <UnsavedContext value={scope}>
        <QueryPanel query={letter} failure={sentenceOf(letter.error, 'The letter could not be loaded.')} pending={<LoadingPage />}>
          {(data) => <LetterDetail letter={data} onDialog={setIsBehind} />}
        </QueryPanel>
      </UnsavedContext>
    </Drawer>
  );
}

interface LetterDetailProps {
  readonly letter: Letter;
  /** A dialog in front of the panel opened or closed. */
  readonly onDialog: (isOpen: boolean) => void;
}

function LetterDetail({ letter, onDialog }: LetterDetailProps) {
  const labelOf = useTermLabels();
  const detail = useRef<HTMLDivElement>(null);
  // A form may be gone when what it saved is shown.
  useFocusFromBody(detail, letter.version);
  const pdf = useRef<HTMLDivElement>(null);
  useFocusFromBody(pdf, letter.pdf_state);
  return (
    <Stack ref={detail} role="group" aria-label={letter.number} tabIndex={-1} style={{ outline: 'none' }}>
      <Group justify="space-between">
        <div>
          <StatusBadge letter={letter} />
          <Replaced letter={letter} />
        </div>
        <Text fw={650} className="tabular">
          {currency(letter.price)}
        </Text>
      </Group>
      <Group gap="md" ref={pdf} tabIndex={-1}>
        <Anchor component={Link} to={paths.property(letter.parcel_number, { project_id: letter.project_id })} size="sm">
          {placeOf(letter)}
        </Anchor>
        {letter.pdf ? (
          <Anchor component={Link} to={paths.attachment(letter.pdf)} size="sm">
            Open the PDF
          </Anchor>
        ) : (
          <Text size="sm" c="dimmed" role="status">
            {pdfWords[letter.pdf_state]}
          </Text>
        )}
        {letter.pdf_state === 'failed' && <MakePdfsAgain jobId={letter.job_id} letterId={letter.letter_id} />}
      </Group>
      <StatusForm letter={letter} />
      <ExpiryForm letter={letter} />
      <DeadlinesSection letter={letter} />
      <SignatureSection letter={letter} onDialog={onDialog} />
      {letter.report.length > 0 && (
        <Section title="Notes">
          {letter.report.map(({ term, reason, sentence }) => (
            <Text key={`${term} ${reason}`} size="sm">
              {sentence}
            </Text>
          ))}
        </Section>
      )}
      <Section title="Letter">
        <div className={classes.paper} tabIndex={0} role="region" aria-label="Text of the letter">
          <div dangerouslySetInnerHTML={{ __html: safeHtml(letter.html) }} />
        </div>
      </Section>
      <VersionsSection letter={letter} onDialog={onDialog} />
      <ReturnsSection letter={letter} onDialog={onDialog} />
      <CommentsSection letter={letter} />
      <Section title="Terms">
        {Object.entries(letter.terms).map(([term, text]) => (
          <Fact key={term} label={labelOf(term)}>
            {text}
          </Fact>
        ))}
      </Section>
      <Section title="History">
        {letter.events.map(({ at, kind, actor_name, note }) => (
          <div key={`${at} ${kind}`}>
            <Text size="sm">
              {eventWords(kind)}
              {actor_name && ` by ${actor_name}`}
            </Text>
            <Text size="xs" c="dimmed">
              {dateTime(at)}
            </Text>
            {note && <Text size="sm">{note}</Text>}
          </div>
        ))}
      </Section>
    </Stack>
  );
}

const pdfWords = {
  waiting: 'The PDF is being made.',
  made: 'The PDF was removed.',
  failed: 'The PDF could not be made.',
} as const;
