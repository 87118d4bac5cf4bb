import { expect, type Page } from '@playwright/test';
import type { Person } from '../fixtures/people.ts';
import type { Hands } from './hands.ts';
import { uniqueName } from './projects.ts';

interface Criteria {
  readonly what: string;
  readonly type: string;
  readonly state: string;
  readonly county: RegExp;
  readonly filter?: string;
  /** Acres, at least and at most. */
  readonly size: readonly [least: string, most: string];
}

/** Signs in, and creates a project with its criteria, whose map opens; returns the project's id. */
export async function begin(page: Page, hands: Hands, person: Person, wanted: Criteria): Promise<string> {
  // A session that has not begun: the address of the product is all that is open.
  await page.goto('/login');
  await hands.type('the e-mail address', page.getByLabel('Email'), person.email);
  await hands.type('the password', page.getByLabel('Password', { exact: true }), person.password);
  await hands.press('Enter');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();

  await hands.click('New Project', page.getByRole('link', { name: 'New Project' }));
  const modal = page.getByRole('dialog', { name: 'Create New Project' });
  const select = (name: string) => modal.getByRole('combobox', { name: new RegExp(`^${name}`) });
  await hands.type('the name', modal.getByLabel('Project Name'), uniqueName(wanted.what));
  await hands.choose('Type', select('Type'), wanted.type);
  await hands.choose('State', select('State'), wanted.state);
  await expect(select('County')).toBeEnabled();
  await hands.choose('County', select('County'), wanted.county);
  if (wanted.filter !== undefined) await hands.choose('Additional Filter', select('Additional Filter'), wanted.filter);
  await hands.type('the least size', modal.getByLabel('Site Size Min (acres)'), wanted.size[0]);
  await hands.type('the greatest size', modal.getByLabel('Site Size Max (acres)'), wanted.size[1]);
  await hands.press('Enter');

  await page.waitForURL('**/map?project_id=*');
  return new URL(page.url()).searchParams.get('project_id') ?? '';
}
