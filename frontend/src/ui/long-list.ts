import { hashKey, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query';

export interface Page {
  readonly next_cursor: string | null;
  readonly total: number | null;
}

/** Pages with the cursors by which they were read. */
type Loaded<P> = InfiniteData<P>;

/** A list of more pages is not read again whole when it may have changed. */
const most = 5;
/** Until a failed request is repeated, in ms. */
export const untilRetry = 10_000;

export const isLong = (list: { readonly pages: readonly unknown[] } | undefined): boolean => (list?.pages.length ?? 0) > most;

export interface LongListOptions<P, R> {
  readonly cache: QueryClient;
  readonly queryKey: QueryKey;
  readonly readPage: (of: { readonly pageParam: unknown; readonly signal: AbortSignal }) => P | Promise<P>;
  readonly rowsOf: (page: P) => readonly R[];
  readonly idOf: (row: R) => string;
}

/** A long list that is kept up to date. */
export interface LongList {
  /** Tells which rows are in view. */
  readonly onView: (first: number, last: number) => void;
  /** Reads again what is in view. */
  readonly refresh: () => Promise<void>;
  readonly stop: () => void;
}

/**
 * Keeps a long list up to date without reading hundreds of pages again: when it is invalidated, the pages in view are read, and the first one,
 * which has the figures of the whole list; every other page when it comes into view.
 */
export function keepLongList<P extends Page, R>({ cache, queryKey, readPage, rowsOf, idOf }: LongListOptions<P, R>): LongList {
  const exact = { queryKey, exact: true };
  const hash = hashKey(queryKey);
  const aborting = new AbortController();
  const { signal } = aborting;
  /** A list that does not tell is all in view. */
  let view: readonly [first: number, last: number] = [0, Infinity];
  let changes = 0;
  /** Cursors of the pages that may have changed since they were read. */
  let outdated = new Set<unknown>();
  let areFiguresOutdated = false;
  let reading: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const loaded = (): Loaded<P> | undefined => cache.getQueryData<Loaded<P>>(queryKey);
  const read = async (cursor: unknown): Promise<P> => readPage({ pageParam: cursor, signal });

  function isBehind(): boolean {
    const list = loaded();
    if (!list || !isLong(list) || signal.aborted) return false;
    const [from, to] = pagesBetween(list, rowsOf, view);
    return areFiguresOutdated || list.pageParams.slice(from, to + 1).some((cursor) => outdated.has(cursor));
  }

  async function readView(list: Loaded<P>): Promise<void> {
    const before = changes;
    const [from, to] = pagesBetween(list, rowsOf, view);
    const pages: P[] = [];
    const pageParams: unknown[] = [];
    let cursor: unknown = list.pageParams[from];
    do {
      const page = await read(cursor);
      pages.push(page);
      pageParams.push(cursor);
      cursor = page.next_cursor;
    } while (cursor !== null && from + pages.length <= to);
    const first = from === 0 ? pages[0] : areFiguresOutdated ? await read(list.pageParams[0]) : undefined;
    await untilIdle();
    if (signal.aborted) return;
    cache.setQueryData<Loaded<P>>(queryKey, (now) => now && renewed(now, { pages, pageParams }, first, rowsOf, idOf));
    if (changes !== before) return;
    for (const each of pageParams) outdated.delete(each);
    areFiguresOutdated = false;
    // So many pages were dropped that all others can be read again.
    if (!isLong(loaded())) await cache.invalidateQueries(exact);
  }

  /** A request for the next page that is under way would undo what is set meanwhile. */
  async function untilIdle(): Promise<void> {
    const entry = cache.getQueryCache().get(hash);
    while (entry && entry.state.fetchStatus !== 'idle') await entry.promise?.catch(() => undefined);
  }

  async function readWhatIsBehind(): Promise<void> {
    clearTimeout(timer);
    try {
      for (let list = loaded(); list && isBehind(); list = loaded()) await readView(list);
    } catch {
      if (!signal.aborted) timer = setTimeout(() => void readAgain(), untilRetry);
    }
  }

  function readAgain(): Promise<void> {
    reading ??= readWhatIsBehind().finally(() => (reading = undefined));
    return reading;
  }

  function refresh(): Promise<void> {
    changes += 1;
    outdated = new Set(loaded()?.pageParams);
    areFiguresOutdated = true;
    return readAgain();
  }

  const unsubscribe = cache.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate' || event.query.queryHash !== hash) return;
    if (!isLong(loaded())) return;
    // The next invalidation is told only after this.
    event.query.setState({ isInvalidated: false });
    void refresh();
  });

  // Left and opened again: it starts at its first rows.
  const left = loaded();
  if (left && isLong(left)) {
    cache.setQueryData<Loaded<P>>(queryKey, { pages: left.pages.slice(0, most), pageParams: left.pageParams.slice(0, most) });
    void cache.invalidateQueries(exact);
  }

  return {
    onView: (first, last) => {
      view = [first, last];
      if (outdated.size > 0 && isBehind()) void readAgain();
    },
    refresh,
    stop: () => {
      unsubscribe();
      clearTimeout(timer);
      aborting.abort();
    },
  };
}

/** The first and the last page with rows between these two. */
function pagesBetween<P>(
  { pages }: Loaded<P>,
  rowsOf: (page: P) => readonly unknown[],
  [first, last]: readonly [number, number],
): readonly [from: number, to: number] {
  let end = 0;
  const ends = pages.map((page) => (end += rowsOf(page).length));
  const pageOf = (row: number): number => {
    const page = ends.findIndex((rows) => row < rows);
    return page < 0 ? pages.length - 1 : page;
  };
  return [pageOf(first), pageOf(last)];
}

/**
 * The list with pages that were read again. A row that is in one of them is removed from the others. The pages after them stay only if they
 * begin where these end: otherwise rows would be missing between them, and they are loaded again by scrolling. `first` has the figures.
 */
function renewed<P extends Page, R>(
  list: Loaded<P>,
  read: Loaded<P>,
  first: P | undefined,
  rowsOf: (page: P) => readonly R[],
  idOf: (row: R) => string,
): Loaded<P> {
  const from = list.pageParams.indexOf(read.pageParams[0]);
  if (from < 0) return list;
  const end = from + read.pages.length;
  const next = read.pages.at(-1)?.next_cursor ?? null;
  const after = next !== null && list.pageParams[end] === next ? end : list.pages.length;
  const ids = new Set(read.pages.flatMap((page) => rowsOf(page).map(idOf)));
  const without = (page: P): P => {
    const rows = rowsOf(page);
    const kept = rows.filter((row) => !ids.has(idOf(row)));
    return kept.length === rows.length ? page : withRows(page, rows, kept);
  };
  const pages = [...list.pages.slice(0, from).map(without), ...read.pages, ...list.pages.slice(after).map(without)];
  const pageParams = [...list.pageParams.slice(0, from), ...read.pageParams, ...list.pageParams.slice(after)];
  const [top, ...rest] = pages;
  if (from === 0 || !first || !top) return { pages, pageParams };
  const figures = withRows({ ...first, next_cursor: top.next_cursor }, rowsOf(first), rowsOf(top));
  return { pages: [figures, ...rest], pageParams };
}

/** A page with other rows than those. */
function withRows<P extends object, R>(page: P, rows: readonly R[], others: readonly R[]): P {
  return Object.fromEntries(Object.entries(page).map(([name, value]) => [name, value === rows ? others : value])) as P;
}
