import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ChangeEvent, type SyntheticEvent } from 'react';
import { ApiProblem, isProblem, sentenceOf } from '../../../api/client';
import { dateTime } from '../../../lib/format';
import { FormModal } from '../../../ui/form-modal';
import { useUnsaved } from '../../../ui/unsaved';
import type { Letter } from '../api';
import { useMakeLink, type LetterLink, type LinkMade, type Signer } from './api';
import { NewLink } from './new-link';
import { endOf } from './words';

interface MakeLinkDialogProps {
  readonly letter: Letter;
  /** Of whom the fields say something at first. */
  readonly signer: Signer;
  readonly onSend: (link: LetterLink) => void;
  readonly onClose: () => void;
}

/** A link for one signer: who, as what, until when; then its address. */
export function MakeLinkDialog({ letter, signer, onSend, onClose }: MakeLinkDialogProps) {
  const [made, setMade] = useState<LinkMade>();
  return (
    <FormModal opened onClose={onClose} title={made ? 'Link made' : 'Make a link'} size="lg">
      {made ? (
        <NewLink url={made.url} name={made.name} onSend={() => onSend(made)} onDone={onClose} />
      ) : (
        <MakeLinkForm letter={letter} signer={signer} onMade={setMade} onClose={onClose} />
      )}
    </FormModal>
  );
}

interface FormProps {
  readonly letter: Letter;
  readonly signer: Signer;
  readonly onMade: (made: LinkMade) => void;
  readonly onClose: () => void;
}

function MakeLinkForm({ letter, signer, onMade, onClose }: FormProps) {
  const [first] = useState({ ...signer, day: '' });
  const [typed, setTyped] = useState(first);
  const [request, setRequest] = useState({ body: '', key: '' });
  const make = useMakeLink(letter.letter_id);
  const edit = useUnsaved(typed !== first);
  const errors = make.error instanceof ApiProblem ? make.error.fields : {};
  const isField = Object.keys(errors).some((name) => ['name', 'email', 'capacity', 'expires_at'].includes(name));

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (make.isPending) return;
    const { name, email, capacity, day } = typed;
    const expires_at = day ? endOf(day, letter.expires_at) : null;
    const link = { party: 'seller' as const, name: name.trim(), email: email.trim(), capacity: capacity.trim(), expires_at };
    // Idempotency key: a retry after a lost response makes no second link.
    const body = JSON.stringify(link);
    const key = request.body === body ? request.key : crypto.randomUUID();
    setRequest({ body, key });
    const made = await make.mutateAsync({ ...link, request_key: key }).catch(() => undefined);
    if (!made) return;
    edit.saved();
    onMade(made);
  }

  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    error: errors[name === 'day' ? 'expires_at' : name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped({ ...typed, [name]: event.currentTarget.value }),
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <Text size="sm" c="dimmed">
          One person reads and signs the letter by the link. Every co-owner needs one: the letter is signed when all have signed.
        </Text>
        {make.isError && !isField && (
          <Alert role="alert" color="red" variant="light" py="xs">
            {isProblem(make.error, 'letter_link.signing_not_set_up')
              ? 'Signing is not set up on this installation.'
              : sentenceOf(make.error, 'The link could not be made. Please try again.')}
          </Alert>
        )}
        <TextInput label="Name" required maxLength={200} data-autofocus {...field('name')} />
        <TextInput label="E-mail" type="email" required maxLength={254} {...field('email')} />
        <TextInput
          label="Signs as"
          description="Such as ‘Manager of Oak LLC’. Leave it empty for a person who signs for himself or herself."
          maxLength={200}
          {...field('capacity')}
        />
        <TextInput
          type="date"
          label="Valid until"
          description={`If empty: ${letter.expires_at ? `until the letter expires, ${dateTime(letter.expires_at)}` : 'for 30 days'}.`}
          {...field('day')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void edit.mayLeave().then((leave) => leave && onClose())}>
            Cancel
          </Button>
          <Button type="submit" loading={make.isPending}>
            Make the link
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
