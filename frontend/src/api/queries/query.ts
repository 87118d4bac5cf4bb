/** GET requests as query definitions: the key is derived from service, path and parameters, and the data is typed by the contract. */
import { infiniteQueryOptions, type DataTag, type QueryFunctionContext } from '@tanstack/react-query';
import { mainApi, parcelApi, propertyApi, unwrap } from '../client';
import type { paths as MainPaths } from '../generated/main-api';
import type { paths as ParcelPaths } from '../generated/parcel-lookup';
import type { paths as PropertyPaths } from '../generated/property-api';

interface Paths {
  main: MainPaths;
  property: PropertyPaths;
  parcel: ParcelPaths;
}
type Service = keyof Paths;

/** A service and a path: all its queries, whatever their parameters. */
export type Endpoint = { [S in Service]: readonly [service: S, path: keyof Paths[S]] }[Service];

interface Readable<A = unknown> {
  get: { parameters: object; responses: { 200: { content: { 'application/json': A } } } };
}
type ReadablePath<S extends Service> = { [P in keyof Paths[S]]: Paths[S][P] extends Readable ? P : never }[keyof Paths[S]];
type Answer<T> = T extends Readable<infer A> ? A : never;
type Part<T, K extends string> = T extends Record<K, infer V> ? ([V] extends [never] ? unknown : V) : unknown;
type Parameters<T> = T extends { get: { parameters: infer P } } ? Part<Required<P>, 'query'> & Part<Required<P>, 'path'> : never;
type Given<T> = Partial<T> extends T ? [parameters?: T] : [parameters: T];

/** A query that screens, loaders and other queries can use. */
export interface Query<A> {
  readonly queryKey: DataTag<readonly unknown[], A>;
  readonly queryFn: (context: Pick<QueryFunctionContext, 'signal'>) => Promise<A>;
}

/** Number of rows per page. */
const pageLength = 100;

const clients = { main: mainApi, property: propertyApi, parcel: parcelApi };
/** The clients as one type: callers of `get` know which has which path. */
interface AnyClient {
  GET: (path: PropertyKey, init: object) => Promise<{ data?: never; error?: unknown; response: Response }>;
}

/** The query of a GET. Its parameters combine path and query string. */
export function get<S extends Service, P extends ReadablePath<S>>(
  service: S,
  path: P,
  ...[parameters]: Given<Parameters<Paths[S][P]>>
): Query<Answer<Paths[S][P]>> {
  const given: [string, unknown][] = Object.entries(parameters ?? {});
  const isInPath = ([name]: [string, unknown]): boolean => String(path).includes(`{${name}}`);
  const params = {
    path: Object.fromEntries(given.filter(isInPath)),
    query: Object.fromEntries(given.filter((parameter) => !isInPath(parameter))),
  };
  return {
    queryKey: [service, path, { ...params.path, ...params.query }] as unknown as Query<Answer<Paths[S][P]>>['queryKey'],
    queryFn: ({ signal }) => unwrap<Answer<Paths[S][P]>>((clients[service] as AnyClient).GET(path, { params, signal })),
  };
}

interface Paged {
  readonly next_cursor: string | null;
}

/** Query of a list that is loaded page by page. */
export function pages<S extends Service, P extends ReadablePath<S>>(service: S, path: P, parameters: Partial<Parameters<Paths[S][P]>>) {
  type Page = Answer<Paths[S][P]> & Paged;
  const all = { ...parameters, limit: pageLength };
  return infiniteQueryOptions({
    queryKey: [service, path, { ...all, pages: true }] as readonly unknown[],
    queryFn: ({ pageParam: cursor, signal }) =>
      unwrap<Page>((clients[service] as AnyClient).GET(path, { params: { query: { ...all, cursor } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }: Page) => next_cursor ?? undefined,
  });
}

/** Filter, for invalidation, of all queries of an endpoint, or of those with these parameters. */
export function allOf(endpoint: Endpoint, parameters?: Readonly<Record<string, unknown>>) {
  return { queryKey: parameters ? [...endpoint, parameters] : endpoint };
}
