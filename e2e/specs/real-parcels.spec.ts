import { expect, test } from '@playwright/test';
import { existsSync } from 'node:fs';
import { LetterDriver } from '../drivers/letter.ts';
import { MapDriver } from '../drivers/map.ts';
import { ProjectsDriver, uniqueName } from '../drivers/projects.ts';
import { PropertyDriver } from '../drivers/property.ts';
import { signIn } from '../drivers/session.ts';
import { env } from '../fixtures/environment.ts';
import { harborAnalyst } from '../fixtures/people.ts';
import { pdfText } from '../fixtures/pdf.ts';

/**
 * The main path on real county files, imported by `make test` before the browser starts. The files are public records that are not
 * ours to ship, so the journeys are declared only where the files are.
 */
const cities = [
  { name: 'San Francisco', state: 'California', market: /^San Francisco/, file: 'sf_parcels.fgb', place: { lat: 37.7749, lon: -122.4194 } },
] as const;

for (const city of cities) {
  if (!existsSync(`${env.realParcels}/${city.file}`)) continue;
  test(`the main path on the real parcels of ${city.name}`, async ({ page }) => {
    await signIn(page, harborAnalyst);
    const projects = new ProjectsDriver(page);
    const name = uniqueName(city.name);
    await projects.open();
    await projects.create({ name, state: city.state, market: city.market, type: 'Site Selection - Retail/General' });
    const projectId = await projects.openOnMap(name);
    const map = new MapDriver(page);
    await map.openAt(projectId, city.place);
    const parcelNumber = await map.addParcelInTheMiddle();
    await map.details.getByRole('button', { name: 'Go to Property' }).click();
    const property = new PropertyDriver(page);
    await property.ready();
    await expect(property.section('Details')).toContainText(parcelNumber);
    await property.editValuation(2_000_000, 2_500_000);
    await expect(property.section('Valuation')).toContainText('$2,340,000');
    await property.createLoi();
    const letter = new LetterDriver(page);
    await letter.ready();
    const fileName = await letter.save();
    await page.getByRole('button', { name: 'Back' }).click();
    await property.ready();
    await property.attachment(fileName).click();
    await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible();
    const path = new URL(page.url()).searchParams.get('file') ?? '';
    const file = await page.request.get(`/property_api/serve_attachment?file=${encodeURIComponent(path)}`);
    expect(await pdfText(await file.body())).toContain('$2,340,000');
  });
}
