import { Button, Group, Skeleton, Table, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { accessTokensQuery } from '../../api/queries/access-tokens';
import { DataTable, EmptyRow, type Column } from '../../ui/data-table';
import { QueryPanel } from '../../ui/query-panel';
import { AccessTokenCells } from './access-token-cells';
import { CreateTokenModal } from './create-token-modal';

const columns: readonly Column[] = [
  { label: 'Name' },
  { label: 'Reads' },
  { label: 'Created' },
  { label: 'Expires' },
  { label: 'Last Used' },
  { label: 'Status' },
  { label: 'Actions', hidden: true },
];

/** The user's own access tokens. */
export function AccessTokensTab() {
  const tokens = useQuery(accessTokensQuery);
  const [creating, setCreating] = useState(false);
  return (
    <div>
      <Group justify="space-between" mb="md">
        <Text maw={560}>
          With an access token, a program such as QGIS reads data in your name. It sends the token as a bearer token, or as the password of
          HTTP Basic with any user name. Nothing can be changed with it.
        </Text>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setCreating(true)}>
          Create Token
        </Button>
      </Group>
      <QueryPanel query={tokens} failure={sentenceOf(tokens.error, 'Failed to load access tokens')} pending={<Skeleton h={160} />}>
        {(own) => (
          <DataTable caption="Access tokens" columns={columns}>
            {own.map((token) => (
              <Table.Tr key={token.token_id}>
                <AccessTokenCells token={token} />
              </Table.Tr>
            ))}
            {own.length === 0 && <EmptyRow columns={columns.length}>No access tokens yet.</EmptyRow>}
          </DataTable>
        )}
      </QueryPanel>
      <CreateTokenModal opened={creating} onClose={() => setCreating(false)} />
    </div>
  );
}
