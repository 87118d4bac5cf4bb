import { Alert, Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../../api/client';
import { letterReturnQuery } from '../../../api/queries/letter-register';
import { useFocusBack } from '../../../ui/focus-back';
import { LoadingPage } from '../../../ui/loading-page';
import { QueryPanel } from '../../../ui/query-panel';
import type { Letter } from '../api';
import type { ReturnReceived, TextWithChanges } from './api';
import { ChangeList } from './change-list';
import { ChangesView } from './changes-view';
import { CopyDialog } from './copy-dialog';

interface ReturnDialogProps {
  readonly returnId: string;
  readonly letter: Letter;
  readonly onClose: () => void;
}

/** What a returned document changes, and the next version with what is accepted of it. */
export function ReturnDialog({ returnId, letter, onClose }: ReturnDialogProps) {
  useFocusBack();
  const returned = useQuery(letterReturnQuery(returnId));
  const [text, setText] = useState<TextWithChanges>();
  if (text) return <CopyDialog letter={letter} html={text.html} price={text.price} said={text.terms} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={returned.data?.file_name ?? 'Returned document'} size="60rem">
      <QueryPanel query={returned} failure={sentenceOf(returned.error, 'The document could not be loaded.')} pending={<LoadingPage />}>
        {(data) => (
          <Stack>
            <ChangesView changes={data.changes} />
            {data.letter_id === letter.letter_id && letter.newer === null && (
              <ChangeList returnId={returnId} changes={data.changes} onText={setText} />
            )}
          </Stack>
        )}
      </QueryPanel>
    </Modal>
  );
}

const sentences: Readonly<Record<NonNullable<ReturnReceived['compared_only']>, string>> = {
  unmarked: 'This document does not say which letter it is. It was compared only, and not stored.',
  other_letter: 'This document is of another letter. It was compared only, and not stored.',
  no_changes: 'This document says what the letter says. It was not stored.',
};

interface ComparedOnlyDialogProps {
  readonly received: ReturnReceived;
  readonly onClose: () => void;
}

/** A document that was not stored, and why. */
export function ComparedOnlyDialog({ received: { compared_only, changes }, onClose }: ComparedOnlyDialogProps) {
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title="Compared only" size="60rem">
      <Stack>
        {compared_only && (
          <Alert color="yellow" variant="light">
            {sentences[compared_only]}
          </Alert>
        )}
        {compared_only !== 'no_changes' && <ChangesView changes={changes} />}
      </Stack>
    </Modal>
  );
}
