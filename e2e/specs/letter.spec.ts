import { expect, test, type APIRequestContext } from '@playwright/test';
import { LetterDriver } from '../drivers/letter.ts';
import { PropertyDriver } from '../drivers/property.ts';
import { enter } from '../drivers/session.ts';
import { createProject, propertyArrives, severalParcels, tryAdd } from '../fixtures/calls.ts';
import { pdfText } from '../fixtures/pdf.ts';
import { meridianAdmin, meridianAnalyst } from '../fixtures/people.ts';
import { bearer, type Headers } from '../fixtures/product.ts';

async function call(request: APIRequestContext, headers: Headers, path: string, data: object): Promise<void> {
  const answer = await request.post(`/property_api/${path}`, { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('a letter carries the price of today, loses nobody’s words, and can be written on after it was saved', async ({ page, request }) => {
  const headers = await bearer(request, meridianAnalyst);
  const project = await createProject(request, headers, 'Letter with care');
  const found = (await severalParcels(request, headers, 10)).at(-1);
  if (!found) throw new Error('the sample block has too few parcels');
  await tryAdd(request, headers, project, found);
  const parcel = found.parcel.parcelnumb;
  await propertyArrives(request, headers, project, parcel);
  const its = { parcel_number: parcel, project_id: project };
  await call(request, headers, 'delete_loi_template', its);
  await call(request, headers, 'update_offer_value', { ...its, offer_value: 777_777 });

  // A draft at the old offer.
  await enter(page, meridianAnalyst);
  await page.goto(`/letter-of-intent?parcel_number=${encodeURIComponent(parcel)}&project_id=${project}`);
  const letter = new LetterDriver(page);
  await letter.ready();
  await letter.append('Seller keeps the mineral rights.');
  await expect(letter.saveState).toHaveText(/^Saved \d\d:\d\d$/);

  // The offer changes while the letter is open.
  await call(request, headers, 'update_offer_value', { ...its, offer_value: 950_000 });
  const terms = page.getByRole('alert', { name: 'Terms' });
  await expect(terms).toContainText('Offer is now $950,000; the letter says $777,777');
  await terms.getByRole('button', { name: 'Update the terms' }).click();
  await expect(terms).toBeHidden();
  await expect(page.getByText('$950,000', { exact: true })).toBeVisible();
  await expect(letter.saveState).toHaveText(/^Saved \d\d:\d\d$/);

  // A colleague stores another text, and a table is pasted here.
  const colleague = await bearer(request, meridianAdmin);
  await call(request, colleague, 'update_loi_template', { ...its, html: '<p>The colleague’s words.</p>' });
  await letter.toggleEdit();
  await letter.body.click();
  await page.keyboard.press('Control+End');
  await letter.body.evaluate((body) => {
    const data = new DataTransfer();
    data.setData(
      'text/html',
      '<h1>Rent roll</h1><table><tr><th>Suite</th><th>Price</th></tr><tr><td>100</td><td>$1</td></tr></table><p><a href="https://county.example/roll">The roll</a></p>',
    );
    body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(letter.body.getByRole('cell', { name: '$1' })).toBeVisible();
  const conflict = page.getByRole('alert', { name: 'Two texts' });
  await expect(conflict).toContainText(/ changed this letter at \d\d:\d\d\./);
  await expect(letter.saveState).toHaveText('Not saved');
  await conflict.getByRole('button', { name: 'See both' }).click();
  const both = page.getByRole('dialog');
  await expect(both.getByText('The colleague’s words.')).toBeVisible();
  await both.getByRole('region', { name: 'Your text' }).getByRole('button', { name: 'Keep mine' }).click();
  await expect(conflict).toBeHidden();
  await expect(letter.saveState).toHaveText(/^Saved \d\d:\d\d$/);
  await letter.toggleEdit();

  // The PDF contains the new price and the table; its text is kept as a version.
  const fileName = await letter.save();
  await page.getByRole('button', { name: 'Back' }).click();
  const property = new PropertyDriver(page);
  await property.ready();
  const listed = await request.get('/property_api/list_attachments', { headers, params: its });
  const { attachments } = (await listed.json()) as { attachments: string[] };
  const path = attachments.findLast((each) => each.endsWith(`/${fileName}`)) ?? '';
  const file = await request.get('/property_api/serve_attachment', { headers, params: { file: path } });
  const text = (await pdfText(await file.body())).replace(/\s+/g, ' ');
  expect(text).toContain('Purchase Price: $950,000');
  expect(text).not.toContain('777,777');
  expect(text).toContain('Suite Price 100 $1 The roll');

  await property
    .section('Attachments')
    .getByRole('button', { name: /^Edit a copy of/ })
    .first()
    .click();
  await expect(letter.body).toContainText('Seller keeps the mineral rights.');
  await expect(letter.body.getByRole('cell', { name: '$1' })).toBeVisible();
  await page.getByRole('button', { name: 'Versions' }).click();
  await expect(page.getByRole('menuitem', { name: /Earlier draft/ }).first()).toBeVisible();
});
