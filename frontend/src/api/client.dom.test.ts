import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiProblem, mainApi, setSessionEndHandler, unwrap } from './client';

const server = setupServer();
const origin = window.location.origin;
const states = `${origin}/api/states`;
const refresh = `${origin}/api/refresh`;

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

function answersAfterRenewal(): void {
  let renewed = false;
  server.use(
    http.get(states, () => (renewed ? HttpResponse.json([{ statefp: '48', name: 'Texas' }]) : new HttpResponse(null, { status: 401 }))),
    http.post(refresh, () => {
      renewed = true;
      return HttpResponse.json({ token: 'x', expires_in: 900 });
    }),
  );
}

describe('a session that has run out', () => {
  it('is renewed once, and the call is made again', async () => {
    answersAfterRenewal();
    await expect(unwrap(mainApi.GET('/api/states'))).resolves.toEqual([{ statefp: '48', name: 'Texas' }]);
  });

  it('ends in the browser when the server says that it is over', async () => {
    const ended = vi.fn();
    setSessionEndHandler(ended);
    server.use(
      http.get(states, () => new HttpResponse(null, { status: 401 })),
      http.post(refresh, () => new HttpResponse(null, { status: 401 })),
    );
    await expect(unwrap(mainApi.GET('/api/states'))).rejects.toMatchObject({ status: 401 });
    expect(ended).toHaveBeenCalledOnce();
  });

  it('does not end because the server is away', async () => {
    const ended = vi.fn();
    setSessionEndHandler(ended);
    server.use(
      http.get(states, () => new HttpResponse(null, { status: 401 })),
      http.post(refresh, () => new HttpResponse(null, { status: 503 })),
    );
    await expect(unwrap(mainApi.GET('/api/states'))).rejects.toSatisfy((reason) => reason instanceof ApiProblem && reason.isNetwork);
    expect(ended).not.toHaveBeenCalled();
  });
});

describe('a refusal', () => {
  it('carries the sentence and the fields', async () => {
    server.use(
      http.post(`${origin}/api/create_project`, () =>
        HttpResponse.json(
          { status: 422, error: 'Project name, state and type are required', message: 'x', errors: { state: 'Required.' } },
          { status: 422 },
        ),
      ),
    );
    const call = unwrap(mainApi.POST('/api/create_project', { body: { project_name: '', state: '', category: '' } }));
    await expect(call).rejects.toMatchObject({
      message: 'Project name, state and type are required',
      fields: { state: 'Required.' },
    });
  });
});
