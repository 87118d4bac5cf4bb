import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { answer, server, unreachable } from '../testing/server';
import { ApiProblem, mainApi, postForm, sentenceOf, setSessionEndHandler, unwrap } from './client';

it('makes a typed problem of an error answer', async () => {
  answer('get', '/api/projects', { error: 'Too many.', errors: { limit: 'At most 200.' }, request_id: 'r1' }, 422);
  const reason: unknown = await unwrap(mainApi.GET('/api/projects')).catch((thrown: unknown) => thrown);
  expect(reason).toBeInstanceOf(ApiProblem);
  expect(reason).toMatchObject({
    status: 422,
    sentence: 'Too many.',
    fields: { limit: 'At most 200.' },
    requestId: 'r1',
    isNetwork: false,
  });
});

it('makes a problem without a status when no answer came', async () => {
  unreachable('get', '/api/projects');
  const reason: unknown = await unwrap(mainApi.GET('/api/projects')).catch((thrown: unknown) => thrown);
  expect(reason).toMatchObject({ status: 0, isNetwork: true, message: 'Network error. Please try again.' });
  expect(sentenceOf(reason, 'Failed to load projects')).toBe('Failed to load projects');
});

it('renews the session once for several calls, and asks again', async () => {
  let refreshed = 0;
  let fresh = false;
  const ended = vi.fn();
  setSessionEndHandler(ended);
  server.use(
    http.post('/api/refresh', () => {
      refreshed += 1;
      fresh = true;
      return HttpResponse.json({ token: 't', expires_in: 900 });
    }),
    http.get('/api/projects', () =>
      fresh ? HttpResponse.json({ projects: [] }) : HttpResponse.json({ error: 'Sign in.' }, { status: 401 }),
    ),
    http.post('/api/upload_avatar', async ({ request }) => {
      const form = await request.formData();
      return fresh ? HttpResponse.json({ name: form.get('user_id') }) : HttpResponse.json({}, { status: 401 });
    }),
  );
  const form = new FormData();
  form.set('user_id', 'u1');
  const [projects, , uploaded] = await Promise.all([
    unwrap(mainApi.GET('/api/projects')),
    unwrap(mainApi.GET('/api/projects')),
    postForm<{ name: string }>('/api/upload_avatar', form),
  ]);
  expect(projects.projects).toEqual([]);
  expect(uploaded.name).toBe('u1');
  expect(refreshed).toBe(1);
  expect(ended).not.toHaveBeenCalled();
});

it('ends the session when it cannot be renewed', async () => {
  const ended = vi.fn();
  setSessionEndHandler(ended);
  answer('post', '/api/refresh', { error: 'Your session has ended.' }, 401);
  answer('get', '/api/projects', { error: 'Sign in.' }, 401);
  await expect(unwrap(mainApi.GET('/api/projects'))).rejects.toMatchObject({ status: 401 });
  expect(ended).toHaveBeenCalledOnce();
});

it('leaves the 401 of a sign-in alone', async () => {
  const ended = vi.fn();
  setSessionEndHandler(ended);
  answer('post', '/api/login', { error: 'Invalid email or password.' }, 401);
  await expect(unwrap(mainApi.POST('/api/login', { body: { username: 'a', password: 'b' } }))).rejects.toMatchObject({ status: 401 });
  expect(ended).not.toHaveBeenCalled();
});
