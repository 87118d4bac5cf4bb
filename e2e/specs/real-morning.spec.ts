import { expect, test } from '@playwright/test';
import { existsSync, readFileSync } from 'node:fs';
import { MapDriver } from '../drivers/map.ts';
import { SearchDriver } from '../drivers/search.ts';
import { enter } from '../drivers/session.ts';
import { createProject, markedParcels } from '../fixtures/calls.ts';
import { saved } from '../fixtures/downloads.ts';
import { env } from '../fixtures/environment.ts';
import { pdfText } from '../fixtures/pdf.ts';
import { harborAnalyst } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

/**
 * The analyst's morning on real county files, imported by `make test` before the browser starts; they exist only where the files are
 * present (see real-parcels.spec.ts). San Francisco publishes no owners, so the portfolio of an owner is found in Forest City.
 */
const files = { sanFrancisco: 'sf_parcels.fgb', forestCity: 'forestcity_nc_parcels.geojson' } as const;
const has = (file: string): boolean => existsSync(`${env.realParcels}/${file}`);

if (has(files.sanFrancisco)) {
  test('the morning on the real parcels of San Francisco: criteria, run, why, add, discard, assemblage', async ({ page, request }) => {
    test.setTimeout(300_000);
    const headers = await bearer(request, harborAnalyst);
    const project = await createProject(request, headers, 'San Francisco', {
      state: '06',
      county: '075',
      category: 'Site Selection - Open Search',
      site_size_min: 0.1,
      site_size_max: 5,
    });
    await enter(page, harborAnalyst);
    const map = new MapDriver(page);
    const search = new SearchDriver(page);
    await page.goto(`/map?project_id=${project}#map=14/37.76/-122.43`);
    await map.openDrawer();
    await map.drawer.getByRole('tab', { name: 'Search' }).click();

    // Criteria of the project, and a run on the county.
    await expect(map.drawer.getByText('0.1 to 5 acres', { exact: false })).toBeVisible();
    await search.runButton.click();
    await search.listed();
    // What the county does not publish is said to be unknown.
    await expect(map.drawer.getByText('Unknown for every parcel:', { exact: false })).toBeVisible();

    // Why.
    await search.row(1).click();
    await expect(search.reasons.getByRole('listitem').first()).toContainText(/[\d.]+ of [\d.]+/);
    await expect(map.drawer.getByText(/^Source: DataSF/)).toBeVisible();
    await expect(map.panel.getByRole('region', { name: 'Owner', exact: true })).toContainText('N/A');
    await expect(map.panel.getByRole('button', { name: 'Everything this owner has' })).toHaveCount(0);

    // Ten of them in the project, another discarded with its reason.
    await search.drawer.getByLabel('How many of the best to add').fill('10');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: '10 parcels were added to' })).toBeVisible();
    expect(await markedParcels(request, headers, project)).toHaveLength(10);
    const rejected = (await search.row(11).innerText()).split('\n')[1] ?? '';
    await search.row(11).click();
    await search.drawer.getByRole('button', { name: 'Discard…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Discard Parcel' });
    await dialog.getByText('Price').click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText('1 parcel was discarded.')).toBeVisible();
    await expect(search.row(11)).not.toContainText(rejected);

    // The next search leaves the discarded one out, and marks those of the project.
    await search.open('Criteria');
    await search.runButton.click();
    await search.listed();
    await expect(map.drawer.getByText('1 discarded before and left out', { exact: false })).toBeVisible();
    await expect(map.drawer.getByText('10 in the project', { exact: false })).toBeVisible();

    // Adjoining parcels as one site. Nobody knows whether lots without a named owner have the same one.
    await map.drawer.getByRole('tab', { name: 'Assemble' }).click();
    await map.drawer.getByLabel('Least acres').fill('0.5');
    await map.drawer.getByRole('button', { name: 'Find Sites' }).click();
    const sites = map.drawer.getByRole('list', { name: 'Assemblages' }).getByRole('listitem');
    // Judged by the criteria of the project: the best first, with its reasons.
    await expect(sites.first()).toContainText(/\d+\.\d.*% sure/);
    await sites.first().getByRole('button').first().click();
    await expect(sites.first().getByRole('list', { name: 'Points of each wish' })).toBeVisible();
    const owners = map.drawer.getByRole('list', { name: 'Owners' });
    await expect(owners.getByText('Owner not known').first()).toBeVisible();
    await map.drawer.getByRole('button', { name: /^Add All/ }).click();
    // The notice of the first ten may still be there, so what the project holds is asked.
    await expect.poll(async () => (await markedParcels(request, headers, project))?.length).toBeGreaterThan(10);

    // The dossier of the best one, read back.
    await map.drawer.getByRole('tab', { name: 'Search' }).click();
    await search.listed();
    await search.row(1).click();
    const best = await map.inspectedNumber();
    await map.panel.getByRole('button', { name: 'Dossier' }).click();
    const dossier = await saved(page, () => page.getByRole('menuitem', { name: 'Dossier PDF' }).click());
    const text = await pdfText(dossier.bytes);
    for (const part of ['Site dossier', best, 'DataSF', 'Net buildable area']) expect(text).toContain(part);
  });
}

interface Roll {
  readonly features: readonly { readonly properties: { readonly PIN: string; readonly Property_O: string } }[];
}

if (has(files.forestCity)) {
  test("an owner's portfolio on the real parcels of Forest City: every parcel with its reason, all added", async ({ page, request }) => {
    const headers = await bearer(request, harborAnalyst);
    // A company with several parcels, at a point that another program found in one of them.
    const company = { name: 'RFS PROPERTIES, LLC', at: { lat: 35.3290808, lon: -81.8799471 } };
    const roll = JSON.parse(readFileSync(`${env.realParcels}/${files.forestCity}`, 'utf8')) as Roll;
    const owned = new Set(
      roll.features.filter(({ properties }) => properties.Property_O === company.name).map(({ properties }) => properties.PIN),
    );
    expect(owned.size).toBeGreaterThan(3);
    const project = await createProject(request, headers, 'Forest City', {
      state: '37',
      county: '161',
      category: 'Site Selection - Retail/General',
    });
    await enter(page, harborAnalyst);
    const map = new MapDriver(page);
    await map.openAt(project, company.at);
    expect(owned).toContain(await map.inspectInTheMiddle());
    await map.panel.getByRole('button', { name: 'Everything this owner has' }).click();
    // The town publishes no mailing addresses: a name alone is not proof, and says so. The person decides which are the same.
    const perhaps = map.panel.getByRole('list', { name: 'Parcels of related owners' }).getByRole('listitem');
    const same = perhaps.filter({ hasText: company.name });
    await expect(same).toHaveCount(owned.size - 1);
    for (const row of await same.all()) {
      await expect(row).toContainText('Same name, same county, mailing address unknown');
      await row.getByRole('checkbox').check();
    }
    await map.panel.getByRole('button', { name: `Add All ${owned.size}` }).click();
    await expect(page.getByRole('alert').filter({ hasText: `${owned.size} parcels were added to` })).toBeVisible();
    expect(await markedParcels(request, headers, project)).toEqual([...owned].sort());
  });
}
