import type { Page } from '@playwright/test';
import type { Person } from '../fixtures/people.ts';

/** The user of the firm of `make seed-load`. */
export const loadUser: Person = { email: 'load@load.example', password: 'sitewright-sample', firm: 'Load' };

/** Id of its project with 5,000 properties. */
export async function largeProject(page: Page): Promise<string> {
  const found = await page.request.get('/api/projects?q=Load%20001');
  const { projects } = (await found.json()) as { projects: { project_id: string }[] };
  const id = projects[0]?.project_id;
  if (!id) throw new Error('Run `make seed-load` first.');
  return id;
}
