import { expect, test } from '@playwright/test';
import { LetterDriver } from '../drivers/letter.ts';
import { MapDriver } from '../drivers/map.ts';
import { ProjectsDriver, uniqueName } from '../drivers/projects.ts';
import { PropertyDriver } from '../drivers/property.ts';
import { signIn } from '../drivers/session.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { pdfText } from '../fixtures/pdf.ts';

/** A point of the sample block in central Houston that is always inside a parcel. */
const houston = { lat: 29.7604, lon: -95.3698 };

test('from sign-in to the text of the saved letter', async ({ page }) => {
  await signIn(page, meridianAnalyst);

  const projects = new ProjectsDriver(page);
  const name = uniqueName('Main path');
  await projects.open();
  const projectId = await projects.create({
    name,
    state: 'Texas',
    market: /^Houston/,
    submarket: /^Harris/,
    type: 'Site Selection - Industrial/Logistics',
  });

  const map = new MapDriver(page);
  await map.ready();
  await map.openAt(projectId, houston);
  const parcelNumber = await map.addParcelInTheMiddle();
  await map.details.getByRole('button', { name: 'Go to Property' }).click();

  const property = new PropertyDriver(page);
  await property.ready();
  await expect(property.section('Details')).toContainText(parcelNumber);
  // 1.15 × 1,000,000 + 0.08 × (1,200,000 − 1,000,000)
  const offer = await property.editValuation(1_000_000, 1_200_000);
  expect(offer.replace(/[^\d.]/g, '')).toBe('1166000');
  await expect(property.section('Valuation')).toContainText('$1,166,000');

  await property.createLoi();
  const letter = new LetterDriver(page);
  await letter.ready();
  await expect(page.getByText('$1,166,000').first()).toBeVisible();
  await letter.append('Seller keeps the mineral rights.');
  const fileName = await letter.save();
  expect(fileName).toMatch(/__LOI\.pdf$/);

  await page.getByRole('button', { name: 'Back' }).click();
  await property.ready();
  await property.attachment(fileName).click();
  await expect(page.getByRole('heading', { name: 'Attachment Viewer' })).toBeVisible();
  await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible();
  await expect(page.locator('canvas').first()).toBeVisible();

  const path = new URL(page.url()).searchParams.get('file');
  const file = await page.request.get(`/property_api/serve_attachment?file=${encodeURIComponent(path ?? '')}`);
  expect(file.ok()).toBe(true);
  const text = (await pdfText(await file.body())).replace(/\s+/g, ' ');
  expect(text).toContain('$1,166,000');
  expect(text).toContain('Seller keeps the mineral rights.');
  expect(text).toContain('Sincerely,');
  expect(text).toContain('Acknowledged and Agreed');
});
