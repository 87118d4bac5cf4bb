import { expect, type Page } from '@playwright/test';
import type { Person } from '../fixtures/people.ts';

/** Signs in through the login screen. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
}

/**
 * Opens a signed-in tab: the cookies of a real sign-in and the flag in local storage. For tests about other things than sign-in; the next
 * page requests the session from the server.
 */
export async function enter(page: Page, person: Person): Promise<void> {
  const answer = await page.request.post('/api/login', { data: { username: person.email, password: person.password } });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.addInitScript(() => localStorage.setItem('authenticated', 'true'));
}
