import { expect, type Locator, type Page } from '@playwright/test';

/** What a person does with the product, each counted as one: a click, a key or chord, a field that is typed. */
export class Hands {
  private readonly done: string[] = [];

  constructor(private readonly page: Page) {}

  async click(what: string, target: Locator): Promise<void> {
    await target.click();
    this.done.push(`click ${what}`);
  }

  async type(what: string, field: Locator, text: string): Promise<void> {
    await field.fill(text);
    this.done.push(`type ${what}`);
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.done.push(`press ${key}`);
  }

  /** What a driver does with one click or key. */
  async act<T>(what: string, action: () => Promise<T>): Promise<T> {
    const result = await action();
    this.done.push(what);
    return result;
  }

  /** Opens a select and chooses an option: two actions. */
  async choose(what: string, select: Locator, option: string | RegExp): Promise<void> {
    await this.click(`${what}`, select);
    await this.click(`the option ${String(option)}`, this.page.getByRole('option', { name: option }).first());
  }

  /** Prints how many actions there were, and all of them; fails if there were more than that. */
  report(most: number): void {
    const actions = this.done.map((action, index) => `${index + 1}. ${action}`);
    console.log(`${actions.length} actions, at most ${most}:\n${actions.join('\n')}`);
    expect(actions.length).toBeLessThanOrEqual(most);
  }
}
