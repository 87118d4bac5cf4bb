import { expect, type Locator, type Page } from '@playwright/test';

/** The lists that figures of the dashboard lead to, and what their rows are called. */
const lists = { Letters: ['letter', 'letters'], Deals: ['deal', 'deals'], Tasks: ['task', 'tasks'] } as const;

export class DashboardDriver {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/dashboard');
    await expect(this.page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  }

  /** A figure that leads to a list. */
  figure(name: string): Locator {
    return this.page.getByRole('link', { name, exact: true });
  }

  /** Cells of a table, each row as 'Found | 40 | — | 0 | 0'. */
  async figures(name: string): Promise<readonly string[]> {
    const table = this.page.getByRole('table', { name, exact: true });
    const rows = table.getByRole('row');
    await expect(rows.nth(1)).toBeVisible();
    // The name of a project.
    await expect(table).not.toContainText('Loading...');
    const cells = await rows.evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim()).join(' | ')),
    );
    return cells.slice(1);
  }

  /** Follows figures to their list and back, each with the number of rows that it leads to. Figures that lead to one address are followed once. */
  async follow(list: keyof typeof lists, figures: Readonly<Record<string, number>>): Promise<void> {
    const [one, many] = lists[list];
    const followed = new Map<string, number>();
    for (const [name, rows] of Object.entries(figures)) {
      const address = (await this.figure(name).getAttribute('href')) ?? '';
      const before = followed.get(address);
      followed.set(address, rows);
      if (before !== undefined) {
        expect(rows, `the list of '${name}'`).toBe(before);
        continue;
      }
      await this.figure(name).click();
      const count = new RegExp(`^${rows} ${rows === 1 ? one : many}$`);
      await expect(this.page.getByRole('status').filter({ hasText: count }), `the list of '${name}'`).toBeVisible();
      // Below the headings; an empty list says so in a row.
      const table = this.page.getByRole('table', { name: list, exact: true });
      await expect(table.getByRole('row'), `the list of '${name}'`).toHaveCount(1 + Math.max(rows, 1));
      await this.page.goBack();
    }
  }
}
