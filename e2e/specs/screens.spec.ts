import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { MapDriver } from '../drivers/map.ts';
import { uniqueName } from '../drivers/projects.ts';
import { PropertyDriver } from '../drivers/property.ts';
import { LetterDriver } from '../drivers/letter.ts';
import { enter } from '../drivers/session.ts';
import { lookUp, propertyArrives, tryAdd } from '../fixtures/calls.ts';
import { env } from '../fixtures/environment.ts';
import { meridianAdmin } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

/** Every screen, at a desk and on a phone, in both themes: a picture to judge, and axe's verdict on WCAG 2.2 AA. */
const sizes = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'desk', width: 1440, height: 900 },
] as const;
const themes = ['light', 'dark'] as const;

/** Soft: one ugly screen does not keep the others from being judged. */
async function judge(page: Page, screen: string): Promise<void> {
  for (const theme of themes) {
    await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), theme);
    for (const { name, width, height } of sizes) {
      await page.setViewportSize({ width, height });
      // What grows, fades or slides has come to rest, and is painted.
      await page.evaluate(async () => {
        const passing = document.getAnimations().filter((each) => each.effect?.getComputedTiming().iterations !== Infinity);
        await Promise.allSettled(passing.map((each) => each.finished));
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      });
      await page.screenshot({ path: `${env.artifacts}/screens/${screen}-${name}-${theme}.png` });
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect.soft(sideways, `${screen} ${name}: the page scrolls sideways`).toBeLessThanOrEqual(0);
    }
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .exclude('.maplibregl-canvas')
      .analyze();
    const found = violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).slice(0, 4).join(', ')}`);
    expect.soft(found, `${screen} ${theme}`).toEqual([]);
  }
}

test('screen: login', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await judge(page, 'login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await judge(page, 'login-forgot');
});

const lists = [
  { route: 'dashboard', heading: 'Dashboard' },
  { route: 'contacts', heading: 'Contacts' },
  { route: 'companies', heading: 'Companies' },
  { route: 'projects', heading: 'Projects' },
  { route: 'profile', heading: 'Profile Settings' },
  { route: 'sleuth-growth', heading: 'Regional Growth Prediction' },
] as const;

for (const { route, heading } of lists) {
  test(`screen: ${route}`, async ({ page }) => {
    await enter(page, meridianAdmin);
    await page.goto(`/${route}`);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await expect(page.locator('[class*="Skeleton"]')).toHaveCount(0);
    await judge(page, route);
  });
}

test('screen: the Create New Project modal', async ({ page }) => {
  await enter(page, meridianAdmin);
  await page.goto('/projects');
  await page.getByRole('button', { name: 'New Project' }).click();
  await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible();
  await judge(page, 'create-project');
});

test('screens of one project: map, properties, property, letter', async ({ page, request }) => {
  test.setTimeout(300_000);
  const headers = await bearer(request, meridianAdmin);
  const name = uniqueName('Screens');
  const project = await houstonProject();
  await enter(page, meridianAdmin);
  const map = new MapDriver(page);
  await page.goto(`/map?project_id=${project}`);
  await map.ready();
  await judge(page, 'map-submarket');
  await map.openAt(project, { lat: 29.7604, lon: -95.3698 });
  await map.drawMarkerInTheMiddle();
  await expect(map.review).toBeVisible();
  await judge(page, 'map-review');
  await map.review.getByRole('button', { name: 'Add to Project' }).click();
  await expect(map.details).toBeVisible();
  await judge(page, 'map-details');

  const found = await lookUp(request, headers, 29.7604, -95.3698);
  const another = await lookUp(request, headers, 29.7604, -95.3671);
  await tryAdd(request, headers, project, another);
  for (const each of [found, another]) await propertyArrives(request, headers, project, each.parcel.parcelnumb);
  await page.goto(`/project?project_id=${project}&project_name=${encodeURIComponent(name)}`);
  await page.getByRole('tab', { name: 'Properties' }).click();
  await expect(page.getByRole('columnheader', { name: 'Total Value' })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(3);
  await judge(page, 'project-properties');

  await page.getByRole('row').nth(1).click();
  const property = new PropertyDriver(page);
  await property.ready();
  await judge(page, 'property');
  await property.createLoi();
  const letter = new LetterDriver(page);
  await letter.ready();
  await judge(page, 'letter-of-intent');

  async function houstonProject(): Promise<string> {
    const markets = (await (await request.get('/api/markets?state=48', { headers })).json()) as { markets: { market_id: number; market_name: string }[] };
    const market = markets.markets.find((each) => each.market_name.startsWith('Houston'))?.market_id;
    const answer = await request.get(`/api/submarkets?mkt_id=${market}`, { headers });
    const { submarkets } = (await answer.json()) as { submarkets: { submkt_id: number; sub_mkt_name: string }[] };
    const submarket = submarkets.find((each) => each.sub_mkt_name.startsWith('Harris'))?.submkt_id;
    const created = await request.post('/api/create_project', {
      headers,
      data: { project_name: name, state: '48', market, submarket, category: 'Site Selection - Retail/General' },
    });
    expect(created.ok(), await created.text()).toBe(true);
    return ((await created.json()) as { project_id: string }).project_id;
  }
});
