import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { signLetter, type OpenedLetter, type Receipt, type Signature } from './api';
import { failureOf, fieldsOf, focusFirst, useAnswer, type FieldErrors, type SigningLink } from './link';
import { Tick } from './tick';
import { signerOf } from './words';

interface SignFormProps {
  readonly link: SigningLink;
  readonly letter: OpenedLetter;
  readonly onSigned: (receipt: Receipt) => void;
}

/** What the server names as fields; anything else is shown above the button. */
const fields = ['full_name', 'title', 'initials', 'intent'];

/** The signature: typed name, title and initials, and the intent to sign. */
export function SignForm({ link, letter, onSigned }: SignFormProps) {
  const [typed, setTyped] = useState({ full_name: '', title: '', initials: '' });
  const [intent, setIntent] = useState(false);
  const [missing, setMissing] = useState<FieldErrors>({});
  // Idempotency key: a retry after a lost response returns the first receipt.
  const [key] = useState(() => crypto.randomUUID());
  const sign = useAnswer(link, (body: Signature) => signLetter(link.token, body));
  const errors = { ...fieldsOf(sign.failure), ...missing };
  const failure = failureOf(
    sign.failure,
    'It is not certain that your signature arrived. Please check your connection and sign again: nothing is signed twice.',
    fields,
  );
  const { invitation } = link;

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (sign.busy) return;
    const found: Record<string, string> = {};
    if (!typed.full_name.trim()) found['full_name'] = 'Please enter your full name.';
    if (!typed.initials.trim()) found['initials'] = 'Please enter your initials.';
    if (!intent) found['intent'] = 'Please confirm that you intend this as your signature.';
    setMissing(found);
    focusFirst(event.currentTarget, found);
    if (Object.keys(found).length > 0) return;
    const { full_name, title, initials } = typed;
    sign.send(
      {
        full_name: full_name.trim(),
        title: title.trim(),
        initials: initials.trim(),
        intent,
        consent_version: letter.consent.version,
        content_hash: letter.content_hash,
        request_key: key,
      },
      onSigned,
    );
  }

  const field = (name: keyof typeof typed) => ({
    size: 'lg',
    name,
    value: typed[name],
    error: errors[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setTyped({ ...typed, [name]: event.currentTarget.value }),
  });
  return (
    <form onSubmit={submit} noValidate aria-label="Sign the letter">
      <Stack>
        <Text>
          You sign as <b>{signerOf(invitation)}</b>.
        </Text>
        <TextInput {...field('full_name')} label="Your full name" required autoComplete="name" maxLength={200} />
        <TextInput
          {...field('title')}
          label="Your title"
          description="Such as Owner, Manager or Trustee. You can leave it empty."
          autoComplete="organization-title"
          maxLength={200}
        />
        <TextInput {...field('initials')} label="Your initials" required autoComplete="off" maxLength={10} />
        <Tick
          type="checkbox"
          name="intent"
          label="I intend this as my signature"
          checked={intent}
          error={errors['intent']}
          onChange={(event) => setIntent(event.currentTarget.checked)}
        />
        {failure && (
          <Text c="var(--mantine-color-error)" role="alert">
            {failure}
          </Text>
        )}
        <Button type="submit" size="lg" loading={sign.busy}>
          Sign the letter
        </Button>
      </Stack>
    </form>
  );
}
