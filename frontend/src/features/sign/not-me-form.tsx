import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { nameOther, type OtherSigner } from './api';
import { failureOf, fieldsOf, focusFirst, useAnswer, type FieldErrors, type SigningLink } from './link';
import { Panel } from './panel';
import { senderOf } from './words';

interface NotMeFormProps {
  readonly link: SigningLink;
  readonly onNamed: (other: OtherSigner) => void;
  readonly onCancel: () => void;
}

/** Who should sign instead. The sender decides whether that person gets a link. */
export function NotMeForm({ link, onNamed, onCancel }: NotMeFormProps) {
  const [other, setOther] = useState({ name: '', email: '' });
  const [missing, setMissing] = useState<FieldErrors>({});
  const name = useAnswer(link, (body: typeof other) => nameOther(link.token, body));
  const errors = { ...fieldsOf(name.failure), ...missing };
  const failure = failureOf(name.failure, 'This could not be sent. Please check your connection and try again.', ['name', 'email']);

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (name.busy) return;
    const found: Record<string, string> = {};
    if (!other.name.trim()) found['name'] = 'Please enter a name.';
    if (!/^\S+@\S+$/.test(other.email.trim())) found['email'] = 'Please enter an e-mail address.';
    setMissing(found);
    focusFirst(event.currentTarget, found);
    if (Object.keys(found).length === 0) name.send({ name: other.name.trim(), email: other.email.trim() }, onNamed);
  }

  return (
    <Panel title="I am not the right person">
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text>
            Tell {senderOf(link.invitation)} who should sign instead. This link is then closed for you, and the sender decides who gets a
            new one.
          </Text>
          <TextInput
            size="lg"
            name="name"
            label="Name of the right person"
            required
            autoComplete="off"
            maxLength={200}
            value={other.name}
            error={errors['name']}
            onChange={(event) => setOther({ ...other, name: event.currentTarget.value })}
          />
          <TextInput
            size="lg"
            name="email"
            type="email"
            label="E-mail address"
            required
            autoComplete="off"
            maxLength={254}
            value={other.email}
            error={errors['email']}
            onChange={(event) => setOther({ ...other, email: event.currentTarget.value })}
          />
          {failure && (
            <Text c="var(--mantine-color-error)" role="alert">
              {failure}
            </Text>
          )}
          <Button type="submit" size="lg" loading={name.busy}>
            Tell the sender
          </Button>
          <Button variant="default" size="lg" onClick={onCancel}>
            Cancel
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}
