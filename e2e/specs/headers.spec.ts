import { expect, test } from '@playwright/test';
import { ProjectsDriver } from '../drivers/projects.ts';
import { signIn } from '../drivers/session.ts';
import { meridianAdmin } from '../fixtures/people.ts';

test('the proxy sends the security headers and a strict policy', async ({ request }) => {
  const answer = await request.get('/login');
  const headers = answer.headers();
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).toContain("script-src 'self'");
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBeTruthy();
  expect(headers['server'] ?? '').not.toMatch(/\d/);
});

test('what is for the operator is not public, and a stranger sends nothing large', async ({ request }) => {
  for (const service of ['/api', '/property_api', '/api-2']) {
    for (const page of ['metrics', 'readyz', 'openapi.json']) {
      expect((await request.get(`${service}/${page}`)).status(), `${service}/${page}`).toBe(404);
    }
  }
  const large = Buffer.alloc(8_000_000, 'x');
  for (const path of ['/property_api/upload_attachment', '/api/upload_avatar', '/api/login', '/api-2/growth_runs']) {
    const refused = await request.post(path, {
      multipart: {
        file: {
          name: 'a.bin',
          mimeType: 'application/octet-stream',
          buffer: large,
        },
      },
    });
    expect([401, 413], path).toContain(refused.status());
    expect(refused.headers()['content-type']).toBe('application/problem+json');
  }
});

test('nobody signs in from a foreign page', async ({ request }) => {
  for (const path of ['/api/login', '/api/refresh']) {
    const answer = await request.post(path, {
      headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
      data: { username: meridianAdmin.email, password: meridianAdmin.password },
    });
    expect(answer.status(), path).toBe(403);
  }
});

test('cookies are out of reach of scripts, and no screen breaks the policy', async ({ page, context }) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  await signIn(page, meridianAdmin);
  const cookies = (await context.cookies()).filter((cookie) => cookie.name.startsWith('sitewright_'));
  expect(cookies.map((cookie) => cookie.name).sort()).toEqual(['sitewright_access', 'sitewright_device', 'sitewright_refresh']);
  expect(cookies.every((cookie) => cookie.httpOnly && cookie.sameSite !== 'None')).toBe(true);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('eyJ');

  for (const route of ['/contacts', '/companies', '/projects', '/profile', '/sleuth-growth']) {
    await page.goto(route);
    await expect(page.getByRole('heading').first()).toBeVisible();
  }
  await new ProjectsDriver(page).open();
  expect(violations).toEqual([]);
});

test('a foreign site cannot change anything with the cookie', async ({ page, context }) => {
  await signIn(page, meridianAdmin);
  const answer = await context.request.post('/api/create_project', {
    headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
    data: { project_name: 'Forged', state: '48', category: 'Site Selection' },
  });
  expect(answer.status()).toBe(403);
});
