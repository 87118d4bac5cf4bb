import { expect, type Page } from '@playwright/test';
import type { Person } from '../fixtures/people.ts';

/** Signs in through the login screen, as a person does. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
}

/**
 * Brings a signed-in browser, as a new tab of somebody who signed in before: the cookies of a real sign-in and the flag in local
 * storage. For tests about something else than signing in; the next page that is opened asks the server who this is.
 */
export async function enter(page: Page, person: Person): Promise<void> {
  const answer = await page.request.post('/api/login', { data: { username: person.email, password: person.password } });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.addInitScript(() => localStorage.setItem('authenticated', 'true'));
}
