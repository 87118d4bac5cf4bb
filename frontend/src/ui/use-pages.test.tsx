import { infiniteQueryOptions, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { usePages } from './use-pages';

interface Page {
  readonly names: readonly string[];
  readonly next_cursor: string | null;
  readonly total: number | null;
}

const pages: Readonly<Record<string, Page>> = {
  '': { names: ['Ana', 'Ben'], next_cursor: 'two', total: 5 },
  two: { names: ['Cleo', 'Dan'], next_cursor: 'three', total: 5 },
  three: { names: ['Eve'], next_cursor: null, total: 5 },
};

/** A list whose pages are read by cursor; `broken` cannot be read. */
function open(broken?: string) {
  const query = infiniteQueryOptions({
    queryKey: ['people'] as readonly unknown[],
    queryFn: ({ pageParam: cursor = '' }) => {
      const page = cursor === broken ? undefined : pages[cursor];
      return page ? Promise.resolve(page) : Promise.reject(new Error('The page could not be read.'));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page) => page.next_cursor ?? undefined,
    retry: false,
  });
  const client = new QueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  return renderHook(
    () =>
      usePages(
        query,
        (page: Page) => page.names,
        (name) => name,
      ),
    { wrapper },
  ).result;
}

it('loads all pages that are left, once', async () => {
  const list = open();
  await waitFor(() => expect(list.current.rows).toEqual(['Ana', 'Ben']));
  expect(list.current.hasMore).toBe(true);
  expect(await list.current.loadAll()).toEqual(['Ana', 'Ben', 'Cleo', 'Dan', 'Eve']);
  await waitFor(() => expect(list.current.hasMore).toBe(false));
  expect(await list.current.loadAll()).toHaveLength(5);
});

it('says that a page could not be loaded, and keeps those that were', async () => {
  const list = open('three');
  await waitFor(() => expect(list.current.rows).toHaveLength(2));
  await expect(list.current.loadAll()).rejects.toThrow('The page could not be read.');
  await waitFor(() => expect(list.current.rows).toEqual(['Ana', 'Ben', 'Cleo', 'Dan']));
});
