import { expect, test } from '@playwright/test';
import { uniqueName } from '../drivers/projects.ts';
import { enter } from '../drivers/session.ts';
import { lookUp } from '../fixtures/calls.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer, eventually } from '../fixtures/product.ts';

test('a program reads with an access token until it is revoked', async ({ page, request }) => {
  const { parcel } = await lookUp(request, await bearer(request, meridianAnalyst), 29.7604, -95.3698);
  const parcels = `/api-2/parcels/${parcel.ll_uuid}`;
  const name = uniqueName('Token');
  await enter(page, meridianAnalyst);
  await page.goto('/profile');
  await page.getByRole('tab', { name: 'Access Tokens' }).click();
  await page.getByRole('button', { name: 'Create Token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Token' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Parcels, map tiles and places').check();
  await dialog.getByRole('button', { name: 'Create Token' }).click();
  await expect(dialog.getByText('It will not be shown again.')).toBeVisible();
  const token = await dialog.getByLabel('Access token').inputValue();
  expect(token).toMatch(/^swp_[0-9A-Za-z]{49}$/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();

  // As QGIS sends it, and as a script does.
  const basic = { authorization: `Basic ${Buffer.from(`qgis:${token}`).toString('base64')}` };
  for (const headers of [basic, { authorization: `Bearer ${token}` }]) {
    const read = await request.get(parcels, { headers });
    expect(read.status(), await read.text()).toBe(200);
    expect(((await read.json()) as { ll_uuid: string }).ll_uuid).toBe(parcel.ll_uuid);
    expect((await request.get('/api/projects', { headers })).status()).toBe(403);
    expect((await request.get('/api/session', { headers })).status()).toBe(401);
    expect((await request.post('/api-2/process_coords', { headers, data: { lat: 29.7604, lon: -95.3698 } })).status()).toBe(401);
  }

  const row = page.getByRole('row', { name });
  await page.reload();
  await page.getByRole('tab', { name: 'Access Tokens' }).click();
  await expect(row).not.toContainText('Never');
  await expect(page.getByText(token)).toHaveCount(0);
  await row.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('dialog', { name: 'Revoke' }).getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toContainText('Revoked');
  await eventually('401 for the revoked token', 10, async () =>
    (await request.get(parcels, { headers: basic })).status() === 401 ? true : undefined,
  );
});
