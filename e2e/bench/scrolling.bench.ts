import { expect, test } from '@playwright/test';
import { enter } from '../drivers/session.ts';
import { largeProject, loadUser } from './load-firm.ts';
import { inWords, measureFrames, watchMainThread } from './main-thread.ts';

/**
 * Main-thread milliseconds of a frame while long lists are scrolled, pages being loaded meanwhile: 50,000 contacts, 5,000 properties of a
 * project. At 60 frames a second a frame has 16 ms.
 */
const limit = 16;
const notches = 150;

for (const [name, from, tab] of [
  ['50,000 contacts', '/contacts', undefined],
  ['5,000 properties of a project', '/project?project_id={project}', 'Properties'],
] as const) {
  test(`scrolling ${name}`, async ({ page }) => {
    await enter(page, loadUser);
    await page.goto(from.replace('{project}', await largeProject(page)));
    if (tab) await page.getByRole('tab', { name: tab }).click();
    const first = page.locator('main [data-index="0"]');
    await expect(first).toBeVisible();
    const cdp = await watchMainThread(page);
    await first.hover();
    const measured = await measureFrames(page, cdp, async () => {
      for (let notch = 0; notch < notches; notch += 1) await page.mouse.wheel(0, 240);
    });
    const furthest = await page.locator('main [data-index]').last().getAttribute('data-index');
    console.log(`scrolling ${name} to row ${furthest}: ${inWords(measured)}, limit ${limit} ms`);
    expect(Number(furthest)).toBeGreaterThan(200);
    expect(measured.task / measured.frames).toBeLessThanOrEqual(limit);
  });
}
