import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { MapDriver } from '../drivers/map.ts';
import { ProjectsDriver, uniqueName } from '../drivers/projects.ts';
import { PropertyDriver } from '../drivers/property.ts';
import { signIn } from '../drivers/session.ts';
import { env } from '../fixtures/environment.ts';
import { meridianAdmin } from '../fixtures/people.ts';

/** Every screen, at a desk and on a phone, in both themes: a picture to judge, and axe's verdict on WCAG 2.2 AA. */
const sizes = [
  { name: 'desk', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
] as const;
const themes = ['light', 'dark'] as const;

async function judge(page: Page, screen: string): Promise<void> {
  for (const theme of themes) {
    await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), theme);
    for (const { name, width, height } of sizes) {
      await page.setViewportSize({ width, height });
      // Two frames: the layout at this size, painted.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      await page.screenshot({ path: `${env.artifacts}/screens/${screen}-${name}-${theme}.png` });
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(sideways, `${screen} ${name}: the page scrolls sideways`).toBeLessThanOrEqual(0);
    }
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).exclude('.maplibregl-canvas').analyze();
    expect(violations.map((v) => `${screen} ${theme}: ${v.id} ${v.nodes.map((n) => n.target.join(' ')).slice(0, 3).join(', ')}`)).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('the sign-in screen', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await judge(page, 'login');
});

test('the signed-in screens', async ({ page }) => {
  test.setTimeout(600_000);
  await signIn(page, meridianAdmin);
  await judge(page, 'dashboard');
  for (const route of ['contacts', 'companies', 'projects', 'profile', 'sleuth-growth']) {
    await page.goto(`/${route}`);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await judge(page, route);
  }

  const projects = new ProjectsDriver(page);
  const name = uniqueName('Screens');
  await projects.open();
  await page.getByRole('button', { name: 'New Project' }).click();
  await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible();
  await judge(page, 'create-project');
  await page.keyboard.press('Escape');
  await projects.create({ name, state: 'Texas', market: /^Houston/, submarket: /^Harris/, type: 'Site Selection - Retail/General' });
  const projectId = await projects.openOnMap(name);

  const map = new MapDriver(page);
  await map.ready();
  await judge(page, 'map-submarket');
  await map.openAt(projectId, { lat: 29.7604, lon: -95.3698 });
  await map.addParcelInTheMiddle();
  await judge(page, 'map-parcel');

  await page.goto(`/project?project_id=${projectId}&project_name=${encodeURIComponent(name)}`);
  await page.getByRole('tab', { name: 'Properties' }).click();
  await expect(page.getByRole('columnheader', { name: 'Total Value' })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  await judge(page, 'project-properties');

  await page.getByRole('row').nth(1).click();
  const property = new PropertyDriver(page);
  await property.ready();
  await judge(page, 'property');
  await property.createLoi();
  await expect(page.getByText('Sincerely,')).toBeVisible();
  await judge(page, 'letter-of-intent');
});
