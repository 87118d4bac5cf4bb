import { Alert, Button, Checkbox, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { ApiProblem, sentenceOf } from '../../api/client';
import { FormModal } from '../../ui/form-modal';
import { useUnsaved } from '../../ui/unsaved';
import { useCreateAccessToken, type Scope } from './access-tokens-api';
import { daysRefusal, mostDays, scopes, scopeWords, tokenNameRefusal } from './access-token-words';
import { NewToken } from './new-token';

interface CreateTokenModalProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Issues an access token and shows it once. */
export function CreateTokenModal({ opened, onClose }: CreateTokenModalProps) {
  // A click beside the dialog must not lose the token.
  const [token, setToken] = useState<string>();
  function close(): void {
    setToken(undefined);
    onClose();
  }
  const isShown = token !== undefined;
  return (
    <FormModal
      opened={opened}
      onClose={close}
      title="Create Token"
      closeOnClickOutside={!isShown}
      closeOnEscape={!isShown}
      withCloseButton={!isShown}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {isShown ? <NewToken token={token} onDone={close} /> : <TokenForm onCreated={setToken} onClose={close} />}
    </FormModal>
  );
}

interface TokenFormProps {
  readonly onCreated: (token: string) => void;
  readonly onClose: () => void;
}

const defaultDays = 90;

function TokenForm({ onCreated, onClose }: TokenFormProps) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Scope[]>([]);
  const [days, setDays] = useState<number | string>(defaultDays);
  const [tried, setTried] = useState(false);
  const create = useCreateAccessToken();
  const { mayLeave } = useUnsaved(name.trim() !== '');
  const fields = create.error instanceof ApiProblem ? create.error.fields : {};
  const noScope = chosen.length === 0 && 'Choose at least one.';

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    setTried(true);
    if (tokenNameRefusal(name) || daysRefusal(days) || noScope || create.isPending) return;
    const body = { name: name.trim(), scopes: chosen, expires_in_days: Number(days) };
    create.mutate(body, { onSuccess: (answer) => onCreated(answer.token) });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {create.error && (
          <Alert role="alert" color="red" variant="light" py="xs">
            {sentenceOf(create.error, 'Failed to create the access token')}
          </Alert>
        )}
        <TextInput
          label="Name"
          description="The program or computer that will use it"
          placeholder="QGIS"
          required
          data-autofocus
          value={name}
          error={(tried && tokenNameRefusal(name)) || fields['name']}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox.Group
          label="The program may read"
          withAsterisk
          value={chosen}
          error={(tried && noScope) || fields['scopes']}
          onChange={(values) => setChosen(scopes.filter((scope) => values.includes(scope)))}
        >
          <Stack gap="xs" mt="xs">
            {scopes.map((scope) => (
              <Checkbox key={scope} value={scope} label={scopeWords[scope].long} />
            ))}
          </Stack>
        </Checkbox.Group>
        <NumberInput
          label="Expires after (days)"
          required
          min={1}
          max={mostDays}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          value={days}
          error={(tried && daysRefusal(days)) || fields['expires_in_days']}
          onChange={setDays}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void mayLeave().then((leave) => leave && onClose())}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create Token
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
