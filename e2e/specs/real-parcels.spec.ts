import { expect, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { LetterDriver } from '../drivers/letter.ts';
import { MapDriver } from '../drivers/map.ts';
import { ProjectsDriver, uniqueName } from '../drivers/projects.ts';
import { PropertyDriver } from '../drivers/property.ts';
import { enter } from '../drivers/session.ts';
import { harborAnalyst } from '../fixtures/people.ts';
import { pdfText } from '../fixtures/pdf.ts';
import { isThere, realFile, realFiles } from '../fixtures/real-parcels.ts';

/**
 * The main path with real county files, imported by `make test` before the browser starts. The files are public records that we cannot
 * redistribute, so the journeys exist only if the files are present; `fixtures/left-out.ts` says which are not. Beside each is a list of points with the parcels that another program
 * found there.
 */
const cities = [
  {
    name: 'San Francisco',
    state: 'California',
    market: /^San Francisco/,
    file: realFiles.sanFrancisco,
    answers: 'sf_expected_lookups.json',
    stacked: true,
  },
  {
    name: 'Forest City',
    state: 'North Carolina',
    market: undefined,
    file: realFiles.forestCity,
    answers: 'forestcity_expected_lookups.json',
    stacked: false,
  },
] as const;

interface Answers {
  readonly points: readonly {
    readonly kind: string;
    readonly lon: number;
    readonly lat: number;
    readonly contains_ids: readonly string[];
  }[];
}

/** A random point with one parcel, or with several stacked ones: condominiums share their ground. */
function pointOf(file: string, stacked: boolean) {
  const { points } = JSON.parse(readFileSync(realFile(file), 'utf8')) as Answers;
  const point = points.find(
    ({ kind, contains_ids: ids }) => kind === 'random' && (stacked ? ids.length > 1 && ids.length < 12 : ids.length === 1),
  );
  if (!point) throw new Error(`${file} has no such point`);
  return point;
}

for (const city of cities) {
  if (!isThere(city.file)) continue;
  test(`the main path on the real parcels of ${city.name}`, async ({ page }) => {
    const point = pointOf(city.answers, city.stacked);
    await enter(page, harborAnalyst);
    const projects = new ProjectsDriver(page);
    const name = uniqueName(city.name);
    await projects.open();
    const projectId = await projects.create({
      name,
      state: city.state,
      ...(city.market ? { market: city.market } : {}),
      type: 'Site Selection - Retail/General',
    });
    const map = new MapDriver(page);
    await map.openAt(projectId, point, 19);
    await map.drawMarkerInTheMiddle();
    await expect(map.review).toBeVisible();
    if (city.stacked) {
      const choice = map.review.getByRole('combobox', { name: `${point.contains_ids.length} parcels at this location` });
      await choice.click();
      await expect(page.getByRole('option')).toHaveCount(point.contains_ids.length);
      await page.getByRole('option').nth(1).click();
    }
    const parcelNumber = (await map.review.getByTestId('parcel-number').innerText()).trim();
    expect(point.contains_ids).toContain(parcelNumber);
    await map.review.getByRole('button', { name: 'Add to Project' }).click();
    await expect(map.details.getByTestId('parcel-number')).toHaveText(parcelNumber);
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
