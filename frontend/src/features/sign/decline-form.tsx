import { Button, InputBase, Stack, Text } from '@mantine/core';
import { useState, type ChangeEvent, type SyntheticEvent } from 'react';
import { declineLetter, type DeclineReason, type DeclineReceipt } from './api';
import { failureOf, focusFirst, useAnswer, type SigningLink } from './link';
import { Panel } from './panel';
import { Tick } from './tick';
import { reasons, senderOf } from './words';

interface DeclineFormProps {
  readonly link: SigningLink;
  readonly onDeclined: (receipt: DeclineReceipt) => void;
  readonly onCancel: () => void;
}

/** Why the letter is not signed, then a question, because declining cannot be taken back. */
export function DeclineForm({ link, onDeclined, onCancel }: DeclineFormProps) {
  const [reason, setReason] = useState<DeclineReason>();
  const [text, setText] = useState('');
  const [lacking, setLacking] = useState(false);
  const [asking, setAsking] = useState(false);
  const decline = useAnswer(link, (body: { reason: DeclineReason; text: string }) => declineLetter(link.token, body));
  const failure = failureOf(decline.failure, 'The letter could not be declined. Please check your connection and try again.');

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    setLacking(!reason);
    if (reason) setAsking(true);
    else focusFirst(event.currentTarget, { reason: 'missing' });
  }

  if (asking && reason) {
    return (
      <Panel title="Decline the letter?">
        <Stack>
          <Text>
            {senderOf(link.invitation)} is told that you decline, and why. The letter is then closed for everybody who was asked to sign it.
            You cannot take this back.
          </Text>
          {failure && (
            <Text c="var(--mantine-color-error)" role="alert">
              {failure}
            </Text>
          )}
          <Button color="red" size="lg" loading={decline.busy} onClick={() => decline.send({ reason, text: text.trim() }, onDeclined)}>
            Yes, decline the letter
          </Button>
          <Button variant="default" size="lg" onClick={() => setAsking(false)}>
            Go back
          </Button>
        </Stack>
      </Panel>
    );
  }
  return (
    <Panel title="Decline">
      <form onSubmit={submit} noValidate>
        <Stack>
          <fieldset>
            <legend>What is the reason?</legend>
            {reasons.map(([value, label], place) => (
              <Tick
                key={value}
                type="radio"
                name="reason"
                label={label}
                checked={reason === value}
                error={lacking && place === reasons.length - 1 ? 'Please choose a reason.' : undefined}
                onChange={() => {
                  setReason(value);
                  setLacking(false);
                }}
              />
            ))}
          </fieldset>
          {/* Mantine's Textarea is in the chunk of signed-in pages. */}
          <InputBase
            component="textarea"
            multiline
            size="lg"
            label="Would you like to say more?"
            description="The sender can read it. You can leave it empty."
            rows={4}
            maxLength={2000}
            value={text}
            onChange={(event: ChangeEvent<HTMLTextAreaElement>) => setText(event.currentTarget.value)}
          />
          <Button type="submit" size="lg" color="red" variant="outline">
            Decline
          </Button>
          <Button variant="default" size="lg" onClick={onCancel}>
            Cancel
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}
