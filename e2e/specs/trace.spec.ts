import { expect, test } from '@playwright/test';
import { MapDriver } from '../drivers/map.ts';
import { ProjectsDriver, uniqueName } from '../drivers/projects.ts';
import { signIn } from '../drivers/session.ts';
import { Collector } from '../fixtures/collector.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { eventually } from '../fixtures/product.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const click = '00f067aa0ba902b7';

test('one trace leads from the click on Add to Project to the row of the property', async ({ page }) => {
  const collector = await Collector.listen();
  try {
    await signIn(page, meridianAnalyst);
    const projects = new ProjectsDriver(page);
    await projects.open();
    const projectId = await projects.create({
      name: uniqueName('Trace'),
      state: 'Texas',
      market: /^Houston/,
      submarket: /^Harris/,
      type: 'Site Selection - Industrial/Logistics',
    });
    const map = new MapDriver(page);
    await map.ready();
    await map.openAt(projectId, { lat: 29.7604, lon: -95.3698 });
    await page.route('**/api/add_marker', (route) =>
      route.continue({ headers: { ...route.request().headers(), traceparent: `00-${traceId}-${click}-01` } }),
    );
    await map.addParcelInTheMiddle();

    const find = (service: string, name: string) => () =>
      Promise.resolve(collector.spans.find((span) => span.traceId === traceId && span.service === service && span.name === name));
    const added = await eventually('the span of the request', 60, find('main-api', 'POST /api/add_marker'));
    expect(added.parentSpanId).toBe(click);
    const described = await eventually('the span of the parcel', 60, find('parcel-lookup', 'marker.added process'));
    expect(described.parentSpanId).toBe(added.spanId);
    const linked = await eventually('the span of the link', 60, find('property-api', 'marker.added process'));
    expect(linked.parentSpanId).toBe(added.spanId);
    const stored = await eventually('the span of the property', 60, find('property-api', 'parcel.described process'));
    expect(stored.parentSpanId).toBe(described.spanId);
  } finally {
    await collector.close();
  }
});
