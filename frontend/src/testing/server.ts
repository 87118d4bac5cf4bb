import { http, HttpResponse, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';

/** Stands in for the services. A call that a test did not foresee fails it. */
export const server = setupServer();

type Method = 'get' | 'post' | 'put';

/** Answers `method path` with `body`, and keeps what was asked. */
export function answer(method: Method, path: string, body: JsonBodyType, status = 200): unknown[] {
  const asked: unknown[] = [];
  server.use(
    http[method](path, async ({ request }) => {
      const type = request.headers.get('content-type') ?? '';
      asked.push(type.includes('json') ? await request.clone().json() : new URL(request.url).search);
      return HttpResponse.json(body, { status });
    }),
  );
  return asked;
}

/** `method path` breaks on the way: no answer at all. */
export function unreachable(method: Method, path: string): void {
  server.use(http[method](path, () => HttpResponse.error()));
}
