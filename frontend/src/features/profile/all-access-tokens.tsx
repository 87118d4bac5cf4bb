import { Group, Skeleton, Table, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { sentenceOf } from '../../api/client';
import { allAccessTokensQuery } from '../../api/queries/access-tokens';
import { Count } from '../../ui/count';
import { EmptyRow, type Column } from '../../ui/data-table';
import { QueryFailure } from '../../ui/query-panel';
import { usePages } from '../../ui/use-pages';
import { VirtualTable } from '../../ui/virtual-table';
import { AccessTokenCells } from './access-token-cells';
import type { UserAccessToken } from './access-tokens-api';

const columns: readonly Column[] = [
  { label: 'Name' },
  { label: 'User' },
  { label: 'Reads' },
  { label: 'Created' },
  { label: 'Expires' },
  { label: 'Last Used' },
  { label: 'Status' },
  { label: 'Actions', hidden: true },
];

/** For admins: the access tokens of the firm's users. */
export function AllAccessTokens() {
  const [search, setSearch] = useState('');
  const [words] = useDebouncedValue(search.trim(), 200);
  const tokens = usePages(
    allAccessTokensQuery(words),
    (page) => page.tokens,
    ({ token_id }) => token_id,
  );
  return (
    <div>
      <Title order={2} size="h4" mb="sm">
        Access Tokens of All Users
      </Title>
      <Group mb="sm" gap="md">
        <TextInput
          flex="1 1 240px"
          maw={360}
          type="search"
          aria-label="Search access tokens by name or user"
          placeholder="Search by name or user"
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {tokens.rows && <Count of={tokens.total} one="access token" many="access tokens" />}
      </Group>
      <QueryFailure query={tokens} sentence={sentenceOf(tokens.error, 'Failed to load access tokens')} />
      {tokens.isPending && <Skeleton h={160} />}
      {tokens.rows && (
        <VirtualTable
          caption="Access tokens of all users"
          columns={columns}
          rows={tokens.rows}
          keyOf={({ token_id }) => token_id}
          total={tokens.total}
          hasMore={tokens.hasMore}
          row={(token, props) => (
            <Table.Tr {...props}>
              <AccessTokenCells token={token} owner={nameOf(token)} />
            </Table.Tr>
          )}
          empty={<EmptyRow columns={columns.length}>{words === '' ? 'No access tokens yet.' : 'No access token matches.'}</EmptyRow>}
          onEnd={tokens.onEnd}
          onView={tokens.onView}
        />
      )}
    </div>
  );
}

function nameOf({ fname, lname }: UserAccessToken): string {
  return `${fname} ${lname}`.trim();
}
