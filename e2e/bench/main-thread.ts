import type { CDPSession, Page } from '@playwright/test';

/** Cost of some frames on the main thread, milliseconds. */
export interface Measured {
  readonly frames: number;
  readonly task: number;
  readonly script: number;
  readonly longest: number;
}

/** Counts processor time, not time that passed: with a software renderer tasks mostly wait for it. */
export async function watchMainThread(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return cdp;
}

async function metrics(cdp: CDPSession): Promise<Readonly<Record<string, number>>> {
  const { metrics: all } = await cdp.send('Performance.getMetrics');
  return Object.fromEntries(all.map(({ name, value }) => [name, value]));
}

/** Frames, main-thread time and the longest task while something is done with the page. */
export async function measureFrames(page: Page, cdp: CDPSession, work: () => Promise<void>): Promise<Measured> {
  await page.evaluate(() => {
    const seen = { frames: 0, longest: 0, on: true };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ entryTypes: ['longtask'] });
    const count = () => {
      seen.frames += 1;
      if (seen.on) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  const before = await metrics(cdp);
  await work();
  const after = await metrics(cdp);
  const { frames, longest } = await page.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: { frames: number; longest: number; on: boolean } };
    seen.on = false;
    return seen;
  });
  const spent = (name: string) => 1000 * ((after[name] ?? 0) - (before[name] ?? 0));
  return { frames, longest, task: spent('TaskDuration'), script: spent('ScriptDuration') };
}

/** '12 frames, main thread 4.2 ms a frame (script 2.1), longest task 60 ms'. */
export const inWords = ({ frames, task, script, longest }: Measured): string =>
  `${frames} frames, main thread ${(task / frames).toFixed(1)} ms a frame (script ${(script / frames).toFixed(1)}), longest task ${longest.toFixed(0)} ms`;
