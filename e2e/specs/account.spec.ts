import { expect, test } from '@playwright/test';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signIn } from '../drivers/session.ts';
import { env } from '../fixtures/environment.ts';
import { meridianAdmin, meridianAnalyst, type Person } from '../fixtures/people.ts';
import { bearer, eventually } from '../fixtures/product.ts';

/** The link in the newest message to an address whose subject contains `subject`; waits for it. */
async function mailedLink(to: string, subject: string): Promise<string> {
  return eventually(`mail to ${to}`, 30, async () => {
    for (const name of await readdir(env.mailDir)) {
      // Messages still being written have another extension.
      if (!name.endsWith('.eml')) continue;
      const text = await readFile(join(env.mailDir, name), 'utf8');
      if (!text.includes(to) || !text.includes(subject)) continue;
      // Long lines are folded by quoted-printable.
      const plain = text.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
      return /https?:\/\/\S+\/(?:reset-password|confirm-email)\?token=[\w-]+/.exec(plain)?.[0];
    }
    return undefined;
  });
}

test('the sign-in screen is what the specification says', async ({ page }) => {
  await page.goto('/projects');
  await page.waitForURL('**/login*');
  await page.getByLabel('Email').fill(meridianAnalyst.email);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('not the password');
  await page.getByRole('button', { name: 'Show or hide password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid email or password.');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
});

test('an invited colleague chooses a password by the mailed link, forgets it, and moves to another address', async ({ page, request }) => {
  const admin = await bearer(request, meridianAdmin);
  const email = `invited.${Date.now().toString(36)}@meridian.example`;
  const first: Person = { email, password: 'first chosen password', firm: meridianAdmin.firm };
  const invited = await request.post('/api/invite_user', { headers: admin, data: { email, fname: 'Ines', lname: 'Vited', role: 'user' } });
  expect(invited.ok(), await invited.text()).toBe(true);

  await choosePassword(await mailedLink(email, 'You have been invited'), first.password);
  await signIn(page, first);
  const old = await bearer(request, first);

  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login*');
  await page.goto('/projects');
  await page.waitForURL('**/login*');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByText('Password reset link sent to your email.')).toBeVisible();
  const second: Person = { ...first, password: 'second chosen password' };
  await choosePassword(await mailedLink(email, 'Reset your Sitewright password'), second.password);
  await signIn(page, second);

  // A reset ends earlier sessions, also at services that learn of it by an event.
  for (const path of [
    '/api/session',
    '/property_api/property_details?project_id=01890000-0000-7000-8000-000000000000',
    '/api-2/map_config',
  ]) {
    await eventually(`401 at ${path}`, 10, async () => ((await request.get(path, { headers: old })).status() === 401 ? true : undefined));
  }

  // A new address takes effect when the link mailed to it is opened.
  const moved: Person = { ...second, email: `moved.${email}` };
  await page.goto('/profile');
  await page.getByLabel('Email').fill(moved.email);
  await page.getByLabel('Current Password').fill(second.password);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`open the link that we sent to ${moved.email}`)).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  const link = new URL(await mailedLink(moved.email, 'Confirm your new Sitewright email address'));
  await page.goto(link.pathname + link.search);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('status')).toContainText(moved.email);
  await page.getByRole('link', { name: 'Go to Sitewright' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login*');
  await signIn(page, moved);

  async function choosePassword(link: string, chosen: string): Promise<void> {
    await page.goto(new URL(link).pathname + new URL(link).search);
    await page.getByLabel('New Password', { exact: true }).fill(chosen);
    await page.getByLabel('Confirm New Password', { exact: true }).fill(chosen);
    await page.getByRole('button', { name: 'Set New Password' }).click();
    await page.waitForURL('**/login*');
  }
});

test('a session whose access cookie has run out goes on by itself', async ({ page, context }) => {
  await signIn(page, meridianAnalyst);
  await context.clearCookies({ name: 'sitewright_access' });
  await page.getByRole('link', { name: 'Contacts' }).first().click();
  await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  expect((await context.cookies()).map((cookie) => cookie.name)).toContain('sitewright_access');
});
