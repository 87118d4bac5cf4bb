import { expect, type Locator, type Page } from '@playwright/test';

export class PropertyDriver {
  constructor(private readonly page: Page) {}

  /** Waits until the page has its property, whose event may not have arrived yet. */
  async ready(): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'Property Details' })).toBeVisible();
    await expect(this.page.getByText('Loading...', { exact: true })).toBeHidden();
    await expect(this.section('Valuation')).toBeVisible();
  }

  section(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  /** Edits appraised and market value and returns the offer computed by the form. */
  async editValuation(appraised: number, market: number): Promise<string> {
    const valuation = this.section('Valuation');
    await valuation.getByRole('button', { name: 'Edit' }).click();
    await valuation.getByLabel('Appraised Value').fill(String(appraised));
    await valuation.getByLabel('Market Value').fill(String(market));
    const offer = await valuation.getByLabel('Offer Value').inputValue();
    await valuation.getByRole('button', { name: 'Save' }).click();
    await expect(valuation.getByRole('button', { name: 'Edit' })).toBeVisible();
    return offer;
  }

  attachment(name: string | RegExp): Locator {
    return this.section('Attachments').getByRole('link', { name });
  }

  async createLoi(): Promise<void> {
    await this.page.getByRole('button', { name: 'Create LOI' }).click();
    await this.page.waitForURL('**/letter-of-intent?*');
  }
}
