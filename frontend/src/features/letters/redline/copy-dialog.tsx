import { Alert, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState, type SyntheticEvent } from 'react';
import { sentenceOf } from '../../../api/client';
import { useNotice } from '../../../ui/dialogs';
import { FormModal } from '../../../ui/form-modal';
import { LoadingPage } from '../../../ui/loading-page';
import { useUnsaved } from '../../../ui/unsaved';
import type { Letter } from '../api';
import { fixedDates } from '../words';
import { useCopyLetter, type SaidTerm } from './api';
import { DateTermFields } from './date-term-fields';
import { useDateTerms } from './use-date-terms';

const CopyEditor = lazy(() => import('./copy-editor').then(({ CopyEditor: loaded }) => ({ default: loaded })));

interface CopyDialogProps {
  readonly letter: Letter;
  readonly html: string;
  /** Another price that the text says; none: the letter's. */
  readonly price: number | null;
  /** Date terms of which the text says something else than the letter. */
  readonly said: readonly SaidTerm[];
  readonly onClose: () => void;
}

/** The next version of a letter: its text, its price and the terms from which its dates follow. */
export function CopyDialog({ letter, ...form }: CopyDialogProps) {
  return (
    <FormModal opened onClose={form.onClose} title={`Edit a copy of ${letter.number}`} size="60rem">
      <CopyForm letter={letter} {...form} />
    </FormModal>
  );
}

function CopyForm({ letter, html, price, said, onClose }: CopyDialogProps) {
  const [text, setText] = useState(html);
  const [typed, setTyped] = useState<number | string>(price ?? letter.price);
  const [request, setRequest] = useState({ body: '', key: '' });
  const dates = useDateTerms(letter.date_terms, said, text);
  const fixed = fixedDates(letter.date_terms);
  const copy = useCopyLetter(letter.letter_id);
  const edit = useUnsaved(text !== html || typed !== letter.price || dates.isChanged);
  const notice = useNotice();
  const replaces = letter.status === 'draft' || letter.status === 'approved';

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (copy.isPending || typeof typed !== 'number' || dates.isLacking) return;
    const next = { version: letter.version, html: text, price: typed === letter.price ? null : typed, terms: dates.terms };
    // Idempotency key: a retry after a lost response makes no second version.
    const body = JSON.stringify(next);
    const key = request.body === body ? request.key : crypto.randomUUID();
    setRequest({ body, key });
    const made = await copy.mutateAsync({ ...next, request_key: key }).catch(() => undefined);
    if (!made) return;
    edit.saved();
    notice.success(`${made.number} is a draft now.`);
    onClose();
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <Text size="sm" c="dimmed">
          {replaces
            ? 'The new version replaces this one at once.'
            : 'This version stays as it is; the new one replaces it when it is sent.'}
        </Text>
        {copy.isError && (
          <Alert role="alert" color="red" variant="light" py="xs">
            {sentenceOf(copy.error, 'The version could not be made. Please try again.')}
          </Alert>
        )}
        <NumberInput
          label="Purchase price"
          data-autofocus
          description="Earnest money and deposit follow from it."
          prefix="$"
          thousandSeparator=","
          min={1}
          value={typed}
          error={typeof typed === 'number' ? undefined : 'Enter a price.'}
          onChange={setTyped}
        />
        <DateTermFields fields={dates.fields} />
        {fixed && (
          <Text size="sm" c="dimmed">
            {fixed}
          </Text>
        )}
        <Suspense fallback={<LoadingPage />}>
          <CopyEditor html={html} onInput={setText} />
        </Suspense>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void edit.mayLeave().then((leave) => leave && onClose())}>
            Cancel
          </Button>
          <Button type="submit" loading={copy.isPending}>
            Make the version
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
