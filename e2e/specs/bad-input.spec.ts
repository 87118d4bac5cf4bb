import { expect, test } from '@playwright/test';
import { uniqueName } from '../drivers/projects.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

interface Problem {
  status: number;
  title: string;
  detail: string;
  error: string;
  message: string;
  request_id: string;
  errors?: Record<string, string>;
}

/** [description, method, path, raw body, status, field that must be named] */
const cases: readonly (readonly [string, string, string, string | undefined, number, string | undefined])[] = [
  ['unreadable JSON', 'POST', '/api/create_project', '{"project_name": "x"', 400, undefined],
  ['a wrong type', 'POST', '/api/create_project', '{"project_name": 7, "state": "48", "category": "x"}', 422, 'project_name'],
  ['a missing field', 'POST', '/api/remove_marker', '{}', 422, 'marker_id'],
  ['latitude out of range', 'POST', '/api-2/process_coords', '{"lat": 91, "lon": -95}', 422, 'lat'],
  ['longitude that is no number', 'POST', '/api-2/process_coords', '{"lat": 29.7, "lon": "west"}', 422, 'lon'],
  ['an unknown project', 'GET', '/api/get_project_data?project_id=01890000-0000-7000-8000-000000000000', undefined, 404, undefined],
  ['a negative value', 'POST', '/property_api/update_market_value', '{"parcel_number": "1", "market_value": -5}', 422, 'market_value'],
  ['no parcel number', 'POST', '/property_api/update_square_feet', '{"square_feet": 5}', 422, 'parcel_number'],
];

for (const [what, method, path, body, status, field] of cases) {
  test(`${what} is refused with a clear problem`, async ({ request }) => {
    const headers = { ...(await bearer(request, meridianAnalyst)), 'content-type': 'application/json' };
    const answer = await request.fetch(path, { method, headers, data: body === undefined ? undefined : Buffer.from(body) });
    const text = await answer.text();
    expect(answer.status(), text).toBe(status);
    expect(answer.headers()['content-type']).toContain('application/problem+json');
    const problem = JSON.parse(text) as Problem;
    expect(problem.status).toBe(status);
    expect(problem.error).not.toBe('');
    expect(problem.message).toBe(problem.error);
    expect(problem.request_id).not.toBe('');
    if (field) expect(Object.keys(problem.errors ?? {})).toContain(field);
  });
}

test('a body of 30 MB is refused and changes nothing', async ({ request }) => {
  const headers = { ...(await bearer(request, meridianAnalyst)), 'content-type': 'application/json' };
  const name = uniqueName('Too large');
  const body = JSON.stringify({ project_name: name, state: '48', category: 'Site Selection', description: 'x'.repeat(30 * 1024 * 1024) });
  const answer = await request.post('/api/create_project', { headers, data: Buffer.from(body) });
  expect(answer.status()).toBe(413);
  expect(answer.headers()['content-type']).toContain('application/problem+json');
  const list = await request.get('/api/projects', { headers });
  expect(await list.text()).not.toContain(name);
});

test('a made-up token is refused at every service', async ({ request }) => {
  // Well-formed, but signed with an unknown key and expired.
  const token = 'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJ4IiwiZXhwIjoxfQ.c2lnbmF0dXJl';
  for (const path of [
    '/api/projects',
    '/property_api/property_details?project_id=00000000-0000-7000-8000-000000000000',
    // Refused for the token, although the request is wrong as well.
    '/property_api/property_details?project_id=x',
    '/api-2/map_config',
  ]) {
    const answer = await request.get(path, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status(), path).toBe(401);
    expect(answer.headers()['content-type']).toContain('application/problem+json');
  }
});
