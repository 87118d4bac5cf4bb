import { http, HttpResponse, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';

/** A stub of the services. An unexpected request fails the test. */
export const server = setupServer();

type Method = 'delete' | 'get' | 'patch' | 'post' | 'put';

/** Responds to `method path` with `body`, and records the requests. */
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

/** `method path` fails without a response. */
export function unreachable(method: Method, path: string): void {
  server.use(http[method](path, () => HttpResponse.error()));
}
