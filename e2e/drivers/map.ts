import { expect, type Locator, type Page } from '@playwright/test';

export interface Place {
  readonly lat: number;
  readonly lon: number;
}

/** The map. The view in the URL centres a place, which is then clicked in the middle of the canvas, so that tests need no projection. */
export class MapDriver {
  constructor(private readonly page: Page) {}

  get review(): Locator {
    return this.page.getByRole('dialog', { name: 'Parcel Review' });
  }

  get details(): Locator {
    return this.page.getByRole('dialog', { name: 'Parcel Details' });
  }

  /** The panel of a parcel. */
  get panel(): Locator {
    return this.page.getByRole('region', { name: 'Inspected parcel' });
  }

  /** The lists beside the map. */
  get drawer(): Locator {
    return this.page.getByRole('region', { name: 'Lists' });
  }

  /** Opens a project's map with `place` in the centre at zoom 17 and waits until it is idle. */
  async openAt(projectId: string, place: Place, zoom = 17): Promise<void> {
    // From this project's map only the hash would change, and the opening view could still replace the place.
    await this.page.goto('about:blank');
    await this.page.goto(`/map?project_id=${encodeURIComponent(projectId)}#map=${zoom}/${place.lat}/${place.lon}`);
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect(this.page.locator('[data-map-state="ready"]')).toBeVisible({ timeout: 60_000 });
  }

  /** Waits after a change of the window's size until the map has it and has panned to show the whole popup, uncovered by tools. */
  async settled(popup: Locator): Promise<void> {
    const canvas = this.page.locator('.maplibregl-canvas');
    await expect.poll(() => canvas.evaluate((drawn) => drawn.clientWidth - (drawn.closest('.maplibregl-map')?.clientWidth ?? 0))).toBe(0);
    await popup.getByRole('button', { name: 'Close' }).click({ trial: true });
  }

  /** Draws a marker in the centre of the map. */
  async drawMarkerInTheMiddle(): Promise<void> {
    await this.page.getByRole('button', { name: 'Draw marker' }).click();
    await this.clickInTheMiddle();
  }

  /** Opens the saved parcel in the centre of the map, also if it was just added and is not drawn yet. */
  async openDetailsInTheMiddle(): Promise<void> {
    await expect(async () => {
      await this.clickInTheMiddle();
      await expect(this.details).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 15_000 });
  }

  /** Opens the panel of the parcel in the centre of the map, once its tile has come; returns the parcel's number. */
  async inspectInTheMiddle(): Promise<string> {
    await expect(async () => {
      await this.clickInTheMiddle();
      await expect(this.panel.getByTestId('inspected-number')).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 30_000 });
    return this.inspectedNumber();
  }

  async inspectedNumber(): Promise<string> {
    return (await this.panel.getByTestId('inspected-number').innerText()).trim();
  }

  async openDrawer(): Promise<void> {
    await this.page.getByRole('button', { name: 'Lists beside the map' }).click();
    await expect(this.drawer).toBeVisible();
  }

  private async clickInTheMiddle(): Promise<void> {
    const box = await this.page.locator('.maplibregl-canvas').boundingBox();
    if (!box) throw new Error('the map has no canvas');
    await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }

  /** Adds the parcel at the centre of the map to the project and returns its parcel number. */
  async addParcelInTheMiddle(): Promise<string> {
    await this.drawMarkerInTheMiddle();
    await expect(this.review).toBeVisible();
    const number = (await this.review.getByTestId('parcel-number').innerText()).trim();
    await this.review.getByRole('button', { name: 'Add to Project' }).click();
    await expect(this.details).toBeVisible();
    return number;
  }
}
