import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { companiesQuery } from '../api/queries/companies';
import { simulateLayout } from '../testing/layout';
import { server } from '../testing/server';
import { CardList } from './card-list';
import { usePages } from './use-pages';

const pageLength = 100;
const rowHeight = 200;
const rowStep = rowHeight + 16;
const all = Array.from({ length: 2000 }, (_, place) => ({ company_id: `k${place}`, company_name: `Company ${place}` }));

/** Rows are 16 px apart; the width is that of three columns. */
beforeEach(() => {
  simulateLayout(rowHeight);
  const listening = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ ...listening, matches: media.includes('min-width') }) as never);
});

function Cards() {
  const { rows, total, hasMore, onEnd } = usePages(
    companiesQuery({}, 'name'),
    (page) => page.companies,
    ({ company_id }) => company_id,
  );
  return rows ? (
    <CardList
      label="Companies"
      cards={rows}
      idOf={({ company_id }) => company_id}
      total={total}
      hasMore={hasMore}
      height={rowHeight}
      onEnd={onEnd}
      card={({ company_name }, props) => (
        <article aria-label={company_name} {...props}>
          {company_name}
        </article>
      )}
    />
  ) : null;
}

function scrollTo(top: number): void {
  act(() => {
    document.documentElement.scrollTop = top;
    document.documentElement.dispatchEvent(new Event('scroll'));
  });
}

it('requests pages while scrolling, and renders only cards near the view', async () => {
  const asked: number[] = [];
  server.use(
    http.get('/api/get_companies', ({ request }) => {
      const start = Number(new URL(request.url).searchParams.get('cursor') ?? 0);
      asked.push(start);
      const end = start + pageLength;
      return HttpResponse.json({ companies: all.slice(start, end), total: null, next_cursor: end < all.length ? String(end) : null });
    }),
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Cards />
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(await screen.findByText('Company 0')).toBeInTheDocument();
  expect(asked).toEqual([0]);
  for (let page = 1; page < 20; page += 1) {
    scrollTo(Math.floor((page * pageLength) / 3) * rowStep - 800);
    await waitFor(() => expect(asked).toHaveLength(page + 1));
    await screen.findByText(`Company ${page * pageLength - 1}`);
  }
  scrollTo(Math.floor(1990 / 3) * rowStep - 600);
  const card = await screen.findByRole('article', { name: 'Company 1990' });
  expect(screen.getAllByRole('article').length).toBeLessThan(50);
  expect(card).toHaveAttribute('aria-posinset', '1991');
  expect(card).toHaveAttribute('aria-setsize', '-1');
  expect(asked).toEqual(Array.from({ length: 20 }, (_, page) => page * pageLength));
}, 20_000);

it('keeps the state of a card that moves to another row', () => {
  const list = (cards: readonly string[]) => (
    <MantineProvider env="test">
      <CardList
        label="Companies"
        cards={cards}
        idOf={(card) => card}
        total={cards.length}
        hasMore={false}
        height={rowHeight}
        onEnd={() => undefined}
        card={(card, props) => (
          <article {...props}>
            <input aria-label={card} />
          </article>
        )}
      />
    </MantineProvider>
  );
  const { rerender } = render(list(['a', 'b', 'c']));
  const before = screen.getByLabelText('c');
  rerender(list(['new', 'a', 'b', 'c']));
  expect(screen.getByLabelText('c')).toBe(before);
});
