import { expect, type Locator, type Page } from '@playwright/test';

/** The search of a project, in the drawer beside the map. */
export class SearchDriver {
  constructor(private readonly page: Page) {}

  get drawer(): Locator {
    return this.page.getByRole('region', { name: 'Lists' });
  }

  /** Opens a part of the search: its criteria, results or runs. */
  async open(part: 'Criteria' | 'Results' | 'Runs'): Promise<void> {
    await this.drawer.getByText(part, { exact: true }).click();
  }

  get runButton(): Locator {
    return this.drawer.getByRole('button', { name: 'Run Search' });
  }

  get rows(): Locator {
    return this.drawer
      .getByRole('list', { name: 'Results' })
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('checkbox') });
  }

  /** The line of the result with this rank. */
  row(rank: number): Locator {
    return this.rows
      .nth(rank - 1)
      .getByRole('button')
      .first();
  }

  /** The parts of a result's bar, one for each wish; hidden from screen readers, for whom the opened line says them. */
  parts(rank: number): Locator {
    return this.row(rank).locator('span[aria-hidden] > span');
  }

  get reasons(): Locator {
    return this.drawer.getByRole('list', { name: 'Points of each wish' });
  }

  /** Waits until the results of a run are listed. */
  async listed(): Promise<void> {
    await expect(this.rows.first()).toBeVisible({ timeout: 60_000 });
  }
}
