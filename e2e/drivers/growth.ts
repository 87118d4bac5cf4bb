import { expect, type Locator, type Page } from '@playwright/test';

export class GrowthDriver {
  constructor(private readonly page: Page) {}

  get result(): Locator {
    return this.page.getByRole('region', { name: 'Simulation result' });
  }

  get progress(): Locator {
    return this.page.getByRole('region', { name: 'Simulation progress' });
  }

  get comparison(): Locator {
    return this.page.getByRole('region', { name: 'Side by side' });
  }

  get calibration(): Locator {
    return this.page.getByRole('region', { name: 'Calibration', exact: true });
  }

  /** Size of the selected area, or that there is none. */
  get size(): Locator {
    return this.page.getByTestId('selection-size');
  }

  get year(): Locator {
    return this.page.getByTestId('year');
  }

  async open(): Promise<void> {
    await this.page.goto('/sleuth-growth');
    await expect(this.page.getByRole('heading', { name: 'Regional Growth Prediction', level: 1 })).toBeVisible();
  }

  /** Opens a run by its URL, as a link does, optionally with a second one for comparison. */
  async openRun(run: string, beside?: string): Promise<void> {
    await this.page.goto(`/sleuth-growth?run=${run}${beside ? `&beside=${beside}` : ''}`);
    await this.finished();
    await this.inView();
  }

  /** Waits until the map has reached a region and painted it: the scale then shows tens of kilometres instead of hundreds. */
  async inView(): Promise<void> {
    await expect(this.page.locator('.maplibregl-ctrl-scale').first()).toHaveText(/^\d{1,2}\skm$/);
    await expect(this.page.locator('[data-map-state="ready"]')).toBeVisible();
  }

  async selectSample(name: 'Charlotte region' | 'Denver region' | 'Sample city region'): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).first().click();
    await expect(this.size).toHaveText(/^[\d,]+ km²$/);
  }

  async run(): Promise<void> {
    await this.page.getByRole('button', { name: 'Run SLEUTH Simulation' }).click();
  }

  /** Opens the advanced panel and sets the horizon and the number of runs. */
  async advanced(yearsAhead: number, runs: number): Promise<void> {
    await this.page.getByRole('button', { name: /^Advanced/ }).click();
    await this.page.getByLabel('Years ahead').fill(String(yearsAhead));
    await this.page.getByLabel('Runs', { exact: true }).fill(String(runs));
  }

  /** Waits for the result of the run in the URL, not of an earlier one; returns its id. */
  async finished(seconds = 120): Promise<string> {
    const named = () => new URL(this.page.url()).searchParams.get('run') ?? 'no run';
    await expect(async () => {
      await expect(this.result.getByRole('link', { name: 'CSV' })).toHaveAttribute('href', new RegExp(named()), { timeout: 1000 });
    }).toPass({ timeout: seconds * 1000 });
    return named();
  }

  /** The result's figures, in display order. */
  async figures(): Promise<readonly { readonly name: string; readonly value: number }[]> {
    const names = await this.result.getByRole('term').allInnerTexts();
    const values = await this.result.getByRole('definition').allInnerTexts();
    return names.map((name, place) => ({ name, value: Number.parseFloat((values[place] ?? '').replaceAll(',', '')) }));
  }

  /** Moves the year slider with the keyboard. */
  async press(key: 'Home' | 'End' | 'ArrowLeft'): Promise<void> {
    await this.page.getByRole('slider', { name: 'Year' }).press(key);
  }

  /** Number of distinct colours, and of opaque pixels, of an image of our own origin. */
  async pixels(path: string): Promise<{ colours: number; painted: number }> {
    return this.page.evaluate(async (address) => {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
      const bitmap = await createImageBitmap(await answer.blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      const colours = new Set<number>();
      let painted = 0;
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] === 0) continue;
        painted += 1;
        colours.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
      }
      return { colours: colours.size, painted };
    }, path);
  }
}
