import {
  infiniteQueryOptions,
  QueryClient,
  QueryClientProvider,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
} from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { untilRetry, type Page } from './long-list';
import { usePages } from './use-pages';

interface Person {
  readonly id: string;
  readonly name: string;
}
type PersonPage = Page & { readonly people: readonly Person[] };

const pageLength = 2;

function usePeople(query: UseInfiniteQueryOptions<PersonPage, Error, InfiniteData<PersonPage>, QueryKey, string | undefined>) {
  return usePages(
    query,
    ({ people }) => people,
    ({ id }) => id,
  );
}

/** A list of 20 people in the order of their names, by pages of two. */
function open() {
  const people = Array.from({ length: 20 }, (_, place): Person => ({ id: `p${place}`, name: String.fromCharCode(97 + place) }));
  const asked: string[] = [];
  let failures = 0;

  function pageAfter(cursor: string): PersonPage {
    const after = people.filter(({ name }) => name > cursor).toSorted((a, b) => a.name.localeCompare(b.name));
    const rows = after.slice(0, pageLength);
    return { people: rows, next_cursor: after.length > pageLength ? (rows.at(-1)?.name ?? null) : null, total: people.length };
  }

  const query = infiniteQueryOptions({
    queryKey: ['people'] as readonly unknown[],
    queryFn: ({ pageParam: cursor = '' }) => {
      asked.push(cursor);
      failures -= 1;
      return failures >= 0 ? Promise.reject(new Error('The server is away.')) : Promise.resolve(pageAfter(cursor));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: PersonPage) => page.next_cursor ?? undefined,
    staleTime: Infinity,
    retry: false,
  });
  const client = new QueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  const show = () => renderHook(usePeople, { wrapper, initialProps: query });
  const hook = show();
  return {
    people,
    asked,
    list: hook.result,
    names: () => hook.result.current.rows?.map(({ name }) => name).join(''),
    close: hook.unmount,
    reopen: show,
    fail: (times: number) => (failures = times),
    edit: (id: string, name: string) => (people[people.findIndex((each) => each.id === id)] = { id, name }),
    invalidate: () => act(() => client.invalidateQueries(query)),
    load: async (pages: number) => {
      await waitFor(() => expect(hook.result.current.rows).toHaveLength(pageLength));
      for (let loaded = 1; loaded < pages; loaded += 1) {
        act(() => hook.result.current.onEnd());
        await waitFor(() => expect(hook.result.current.rows).toHaveLength((loaded + 1) * pageLength));
      }
      asked.length = 0;
    },
  };
}

afterEach(() => vi.useRealTimers());

it('reads a short list again whole', async () => {
  const { load, asked, invalidate } = open();
  await load(3);
  await invalidate();
  await waitFor(() => expect(asked).toEqual(['', 'b', 'd']));
});

it('reads of a long list what is in view and the figures, and the rest when it comes into view', async () => {
  const { load, asked, invalidate, list, edit, names, people } = open();
  await load(8);
  act(() => list.current.onView(8, 9));
  edit('p8', 'i!');
  edit('p0', 'a!');
  people.push({ id: 'p20', name: 'z' });
  await invalidate();
  await waitFor(() => expect(list.current.total).toBe(21));
  expect(asked).toEqual(['h', '']);
  expect(names()).toBe('abcdefghi!jklmnop');
  act(() => list.current.onView(8, 9));
  expect(asked).toHaveLength(2);
  act(() => list.current.onView(0, 1));
  await waitFor(() => expect(names()).toBe('a!bcdefghi!jklmnop'));
  expect(asked).toEqual(['h', '', '']);
});

it('shows a row once that moved into the view, and loads what follows by scrolling where pages no longer fit', async () => {
  const { load, invalidate, list, edit, names } = open();
  await load(9);
  act(() => list.current.onView(14, 15));
  edit('p0', 'oo');
  await invalidate();
  await waitFor(() => expect(names()).toBe('bcdefghijklmnooo'));
  expect(list.current.hasMore).toBe(true);
  act(() => list.current.onEnd());
  await waitFor(() => expect(names()).toBe('bcdefghijklmnooopq'));
});

it('starts with its first rows when it is opened again', async () => {
  const { load, asked, close, reopen } = open();
  await load(9);
  close();
  const { result } = reopen();
  await waitFor(() => expect(result.current.rows).toHaveLength(10));
  await waitFor(() => expect(asked).toEqual(['', 'b', 'd', 'f', 'h']));
});

it('tries again after a failure', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { load, asked, list, invalidate, fail, edit, names } = open();
  await load(7);
  act(() => list.current.onView(4, 5));
  edit('p4', 'e!');
  fail(1);
  await invalidate();
  await waitFor(() => expect(asked).toEqual(['d']));
  expect(names()).toBe('abcdefghijklmn');
  await act(() => vi.advanceTimersByTimeAsync(untilRetry));
  await waitFor(() => expect(names()).toBe('abcde!fghijklmn'));
});
