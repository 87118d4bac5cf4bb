import { expect, type Locator, type Page } from '@playwright/test';

/** A person without a mouse: everything is reached by keys, from where the focus is. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  /** Goes on by Tab, or back by Shift+Tab, until the element has the focus; fails if it is further away than `most`. */
  async reach(what: string, target: Locator, { key = 'Tab', most = 60 } = {}): Promise<void> {
    // Not visible: the radio button of a chip is drawn by its label.
    await expect(target, what).toBeAttached();
    for (let pressed = 0; pressed <= most; pressed += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press(key);
    }
    throw new Error(`${what} is not reached by ${most} times ${key}; the focus is on ${await this.focused()}`);
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  /** Reaches a field, and types into it in the place of what it has. */
  async type(what: string, field: Locator, text: string): Promise<void> {
    await this.reach(what, field);
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.type(text);
  }

  /** Reaches a button or a link, and presses Enter. */
  async enter(what: string, target: Locator, way: { readonly key?: string; readonly most?: number } = {}): Promise<void> {
    await this.reach(what, target, way);
    await this.page.keyboard.press('Enter');
  }

  /** Reaches a select, and chooses an option: by its first letters where it can be searched, else by arrows. */
  async choose(what: string, select: Locator, option: string): Promise<void> {
    await this.reach(what, select);
    if (await select.evaluate((element) => element instanceof HTMLInputElement && !element.readOnly)) await this.page.keyboard.type(option);
    else await this.page.keyboard.press('Enter');
    const marked = this.page.locator('[role="option"][data-combobox-selected]');
    await expect(this.page.getByRole('option').first()).toBeVisible();
    for (let pressed = 0; pressed < 60; pressed += 1) {
      if ((await marked.count()) > 0 && (await marked.first().innerText()).startsWith(option)) break;
      await this.page.keyboard.press('ArrowDown');
    }
    await expect(marked, `${what}: ${option}`).toHaveText(new RegExp(`^${option}`));
    await this.page.keyboard.press('Enter');
  }

  /** What has the focus, for messages. */
  private async focused(): Promise<string> {
    return this.page.evaluate(() => {
      const element = document.activeElement;
      return element ? `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 60)}` : 'nothing';
    });
  }
}
