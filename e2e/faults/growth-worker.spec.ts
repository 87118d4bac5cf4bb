import { expect, test } from '@playwright/test';
import { GrowthDriver } from '../drivers/growth.ts';
import { enter } from '../drivers/session.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { kill, start } from '../fixtures/product.ts';

const workers = ['worker', 'worker-2'] as const;

test.afterEach(async () => {
  for (const worker of workers) await start(worker);
});

test('the workers killed half-way: the run goes on when they are back, and its result is the same', async ({ page }) => {
  test.setTimeout(300_000);
  await enter(page, meridianAnalyst);
  const growth = new GrowthDriver(page);
  await growth.open();
  await growth.selectSample('Denver region');
  await growth.advanced(100, 100);
  await growth.run();
  await expect(growth.progress.getByRole('status')).toHaveText(/^[1-9]\d* of 100 runs/);
  for (const worker of workers) await kill(worker);
  // No failure is shown meanwhile.
  await expect(growth.progress).toBeVisible();
  for (const worker of workers) await start(worker);
  const disturbed = await growth.finished(240);

  await growth.run();
  await expect.poll(() => new URL(page.url()).searchParams.get('run')).not.toBe(disturbed);
  const calm = await growth.finished(240);
  const figures = (run: string) => page.evaluate(async (id) => (await fetch(`/api-2/growth_runs/${id}/years.csv`)).text(), run);
  expect(await figures(calm)).toBe(await figures(disturbed));
});
