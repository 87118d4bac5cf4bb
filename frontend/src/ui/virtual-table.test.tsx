import { MantineProvider, Table } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { contactsQuery } from '../api/queries/contacts';
import { simulateLayout } from '../testing/layout';
import { server } from '../testing/server';
import { usePages } from './use-pages';
import { VirtualTable } from './virtual-table';

const pageLength = 100;
const all = Array.from({ length: 1000 }, (_, place) => ({ contact_id: `c${place}`, first_name: `Person ${place}` }));

/** Names of the rows, each time that one is rendered. */
let drawn: string[] = [];

beforeEach(() => {
  drawn = [];
  simulateLayout(41);
});

function List() {
  const { rows, total, hasMore, onEnd, onView } = usePages(
    contactsQuery({}, 'name'),
    (page) => page.contacts,
    ({ contact_id }) => contact_id,
  );
  return rows ? (
    <VirtualTable
      caption="People"
      columns={[{ label: 'Name' }]}
      rows={rows}
      keyOf={({ contact_id }) => contact_id}
      total={total}
      hasMore={hasMore}
      onEnd={onEnd}
      onView={onView}
      row={({ first_name }, props) => {
        drawn.push(first_name);
        return (
          <Table.Tr {...props}>
            <Table.Td>{first_name}</Table.Td>
          </Table.Tr>
        );
      }}
    />
  ) : null;
}

function scrollTo(top: number): void {
  act(() => {
    document.documentElement.scrollTop = top;
    document.documentElement.dispatchEvent(new Event('scroll'));
  });
}

it('requests pages while scrolling, and renders only rows near the view', async () => {
  const asked: string[] = [];
  server.use(
    http.get('/api/get_all_contacts', ({ request }) => {
      const start = Number(new URL(request.url).searchParams.get('cursor') ?? 0);
      asked.push(String(start));
      const end = start + pageLength;
      return HttpResponse.json({ contacts: all.slice(start, end), total: 1000, next_cursor: end < all.length ? String(end) : null });
    }),
  );
  const cache = new QueryClient();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={cache}>
        <List />
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(await screen.findByText('Person 0')).toBeInTheDocument();
  expect(asked).toEqual(['0']);
  for (let page = 1; page < 10; page += 1) {
    scrollTo(page * pageLength * 41 - 800);
    await waitFor(() => expect(asked).toHaveLength(page + 1));
    await screen.findByText(`Person ${page * pageLength - 1}`);
  }
  await waitFor(() => expect(screen.getAllByRole('row').length).toBeLessThan(80));
  expect(screen.getByRole('table', { name: 'People' })).toHaveAttribute('aria-rowcount', '1000');
  expect(screen.queryByText('Person 0')).not.toBeInTheDocument();
  const row = screen.getByText('Person 890').closest('tr');
  expect(row).toHaveAttribute('aria-rowindex', '892');
  expect(asked).toEqual(Array.from({ length: 10 }, (_, page) => String(page * pageLength)));
  // What changes then is read again of the pages in view, and of the first, which has the figures.
  asked.length = 0;
  await act(() => cache.invalidateQueries(contactsQuery({}, 'name')));
  await waitFor(() => expect(asked).toEqual(['800', '900', '0']));
});

it('renders only the rows that come into view when the list is scrolled', async () => {
  server.use(http.get('/api/get_all_contacts', () => HttpResponse.json({ contacts: all, total: 1000, next_cursor: null })));
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <List />
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(await screen.findByText('Person 0')).toBeInTheDocument();
  scrollTo(41 * 100);
  await screen.findByText('Person 110');
  drawn = [];
  scrollTo(41 * 105);
  await waitFor(() => expect(drawn).toContain('Person 130'));
  expect(drawn).not.toContain('Person 110');
});
