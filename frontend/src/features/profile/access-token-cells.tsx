import { Badge, Button, Table, Text } from '@mantine/core';
import { sentenceOf } from '../../api/client';
import { date } from '../../lib/format';
import { useConfirm, useNotice } from '../../ui/dialogs';
import { useRevokeAccessToken, type AccessToken } from './access-tokens-api';
import { lastUsed, scopeWords } from './access-token-words';

const statuses = {
  active: ['Active', 'green'],
  expired: ['Expired', 'gray'],
  revoked: ['Revoked', 'red'],
} as const;

interface Props {
  readonly token: AccessToken;
  /** In a list of the firm: the name of its user. */
  readonly owner?: string;
}

/** The cells of a token's row. */
export function AccessTokenCells({ token, owner }: Props) {
  const revoke = useRevokeAccessToken();
  const confirm = useConfirm();
  const notice = useNotice();
  const [status, color] = statuses[token.status];
  const whose = owner ? ` of ${owner}` : '';

  async function ask(): Promise<void> {
    const sentence = `Are you sure you want to revoke the access token '${token.name}'${whose}? Programs that use it can no longer read data.`;
    if (!(await confirm({ sentence, confirm: 'Revoke', cancel: 'Keep' }))) return;
    revoke.mutate(token.token_id, { onError: (reason) => notice.alert(sentenceOf(reason, 'Failed to revoke the access token')) });
  }

  return (
    <>
      <Table.Td>
        {token.name}
        <Text size="xs" c="dimmed" ff="monospace" lh={1.3} style={{ flexShrink: 0 }}>
          {token.prefix}…
        </Text>
      </Table.Td>
      {owner && <Table.Td>{owner}</Table.Td>}
      <Table.Td>{token.scopes.map((scope) => scopeWords[scope].short).join(', ')}</Table.Td>
      <Table.Td>{date(token.created_at)}</Table.Td>
      <Table.Td>{date(token.expires_at)}</Table.Td>
      <Table.Td>{lastUsed(token.last_used_on)}</Table.Td>
      <Table.Td>
        <Badge variant="light" color={color} miw="max-content">
          {status}
        </Badge>
      </Table.Td>
      <Table.Td ta="right">
        {token.status === 'active' && (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={`Revoke ${token.name}${whose}`}
            loading={revoke.isPending}
            onClick={() => void ask()}
          >
            Revoke
          </Button>
        )}
      </Table.Td>
    </>
  );
}
