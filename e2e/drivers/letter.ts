import { expect, type Locator, type Page } from '@playwright/test';

export class LetterDriver {
  constructor(private readonly page: Page) {}

  get body(): Locator {
    return this.page.getByRole('textbox', { name: 'Letter body' });
  }

  /** Save state of the draft. */
  get saveState(): Locator {
    return this.page.getByRole('banner').getByRole('status');
  }

  async toggleEdit(): Promise<void> {
    await this.page.getByRole('button', { name: 'Toggle edit' }).click();
  }

  async ready(): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'Letter of Intent Editor' })).toBeVisible();
    await expect(this.page.getByText('Sincerely,')).toBeVisible();
  }

  /** Switches to edit mode and adds a sentence at the end of the letter. */
  async append(sentence: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Toggle edit' }).click();
    await this.body.click();
    await this.page.keyboard.press('Control+End');
    await this.page.keyboard.type(` ${sentence}`);
    await this.page.getByRole('button', { name: 'Toggle edit' }).click();
    await expect(this.page.getByText(sentence)).toBeVisible();
  }

  /** Saves the letter as a PDF under the proposed name and returns that name. */
  async save(): Promise<string> {
    await this.page.getByRole('button', { name: 'Save', exact: true }).click();
    const modal = this.page.getByRole('dialog', { name: 'Enter File Name' });
    const name = await modal.getByRole('textbox').inputValue();
    // 'Save anyway' if the letter is incomplete: sample parcels have no contact.
    await modal.getByRole('button', { name: /^Save/ }).click();
    await expect(this.page.getByText('LOI saved and attached successfully!')).toBeVisible({ timeout: 90_000 });
    return name;
  }
}
