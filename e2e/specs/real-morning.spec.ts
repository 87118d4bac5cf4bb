import { expect, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { Hands } from '../drivers/hands.ts';
import { MapDriver } from '../drivers/map.ts';
import { begin } from '../drivers/morning.ts';
import { SearchDriver } from '../drivers/search.ts';
import { enter } from '../drivers/session.ts';
import { createProject, markedParcels } from '../fixtures/calls.ts';
import { saved } from '../fixtures/downloads.ts';
import { pdfText } from '../fixtures/pdf.ts';
import { harborAnalyst } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';
import { isThere, realFile, realFiles } from '../fixtures/real-parcels.ts';

/**
 * The analyst's morning on real county files, imported by `make test` before the browser starts; they exist only where the files are
 * present (see real-parcels.spec.ts). San Francisco publishes no owners, so the portfolio of an owner is found in Forest City. Actions are
 * counted as in analyst-morning.spec.ts; here a discard, an assemblage and a dossier come on top.
 */
const mostActions = 35;

if (isThere(realFiles.sanFrancisco)) {
  test('the morning on the real parcels of San Francisco: criteria, run, why, add, discard, assemblage', async ({ page, request }) => {
    test.setTimeout(300_000);
    const headers = await bearer(request, harborAnalyst);
    const hands = new Hands(page);
    const map = new MapDriver(page);
    const search = new SearchDriver(page);
    const project = await begin(page, hands, harborAnalyst, {
      what: 'San Francisco',
      type: 'Site Selection - Open Search',
      state: 'California',
      county: /^San Francisco/,
      size: ['0.1', '5'],
    });

    // Criteria of the project, and a run on the county.
    await expect(map.drawer.getByText('0.1 to 5 acres', { exact: false })).toBeVisible();
    await hands.click('Run Search', search.runButton);
    await search.listed();
    // What the county does not publish is said to be unknown.
    await expect(map.drawer.getByText('Unknown for every parcel:', { exact: false })).toBeVisible();

    // Why.
    await hands.click('the first', search.row(1));
    await expect(search.reasons.getByRole('listitem').first()).toContainText(/[\d.]+ of [\d.]+/);
    await expect(map.drawer.getByText(/^Source: DataSF/)).toBeVisible();
    await expect(map.panel.getByRole('region', { name: 'Owner', exact: true })).toContainText('N/A');
    await expect(map.panel.getByRole('button', { name: 'Everything this owner has' })).toHaveCount(0);

    // Ten of them in the project, another discarded with its reason.
    await hands.type('how many', search.drawer.getByLabel('How many of the best to add'), '10');
    await hands.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: '10 parcels were added to' })).toBeVisible();
    expect(await markedParcels(request, headers, project)).toHaveLength(10);
    const rejected = (await search.row(11).innerText()).split('\n')[1] ?? '';
    await hands.click('the eleventh', search.row(11));
    await hands.click('Discard…', search.drawer.getByRole('button', { name: 'Discard…' }));
    const dialog = page.getByRole('dialog', { name: 'Discard Parcel' });
    await hands.click('the reason', dialog.getByText('Price'));
    await hands.click('Discard', dialog.getByRole('button', { name: 'Discard' }));
    await expect(page.getByText('1 parcel was discarded.')).toBeVisible();
    await expect(search.row(11)).not.toContainText(rejected);

    // The next search leaves the discarded one out, and marks those of the project.
    await hands.act('click Criteria', () => search.open('Criteria'));
    await hands.click('Run Search', search.runButton);
    await search.listed();
    await expect(map.drawer.getByText('1 discarded before and left out', { exact: false })).toBeVisible();
    await expect(map.drawer.getByText('10 in the project', { exact: false })).toBeVisible();

    // Adjoining parcels as one site. Nobody knows whether lots without a named owner have the same one.
    await hands.click('Assemble', map.drawer.getByRole('tab', { name: 'Assemble' }));
    await hands.type('the least acres', map.drawer.getByLabel('Least acres'), '0.5');
    await hands.click('Find Sites', map.drawer.getByRole('button', { name: 'Find Sites' }));
    const list = map.drawer.getByRole('list', { name: 'Assemblages' }).getByRole('listitem');
    // A lot that is large enough alone is a site too; the project may have it.
    const sites = list.filter({ hasText: /[2-9] parcels, / });
    // Judged by the criteria of the project: the best first, with its reasons.
    await expect(sites.first()).toContainText(/\d+\.\d.*% sure/);
    await hands.click('the first site', sites.first().getByRole('button').first());
    await expect(sites.first().getByRole('list', { name: 'Points of each wish' })).toBeVisible();
    const owners = map.drawer.getByRole('list', { name: 'Owners' });
    await expect(owners.getByText('Owner not known').first()).toBeVisible();
    await hands.click('Add All', map.drawer.getByRole('button', { name: /^Add All/ }));
    // The notice of the first ten may still be there, so what the project holds is asked.
    await expect.poll(async () => (await markedParcels(request, headers, project))?.length).toBeGreaterThan(10);

    // The dossier of the best one, read back.
    await hands.click('Search', map.drawer.getByRole('tab', { name: 'Search' }));
    await search.listed();
    await hands.click('the first', search.row(1));
    const best = await map.inspectedNumber();
    await hands.click('Dossier', map.panel.getByRole('button', { name: 'Dossier' }));
    const dossier = await saved(page, () => hands.click('Dossier PDF', page.getByRole('menuitem', { name: 'Dossier PDF' })));
    const text = await pdfText(dossier.bytes);
    for (const part of ['Site dossier', best, 'DataSF', 'Net buildable area']) expect(text).toContain(part);
    hands.report(mostActions);
  });
}

interface Roll {
  readonly features: readonly { readonly properties: { readonly PIN: string; readonly Property_O: string } }[];
}

if (isThere(realFiles.forestCity)) {
  test("an owner's portfolio on the real parcels of Forest City: every parcel with its reason, all added", async ({ page, request }) => {
    const headers = await bearer(request, harborAnalyst);
    // A company with several parcels, at a point that another program found in one of them. The town writes it with and without a comma.
    const company = { name: /^RFS PROPERTIES,? LLC$/, at: { lat: 35.3290808, lon: -81.8799471 } };
    const roll = JSON.parse(readFileSync(realFile(realFiles.forestCity), 'utf8')) as Roll;
    const owned = new Set(
      roll.features.filter(({ properties }) => company.name.test(properties.Property_O)).map(({ properties }) => properties.PIN),
    );
    expect(owned.size).toBeGreaterThan(3);
    const project = await createProject(request, headers, 'Forest City', {
      state: '37',
      county: '161',
      category: 'Site Selection - Retail/General',
    });
    await enter(page, harborAnalyst);
    const hands = new Hands(page);
    const map = new MapDriver(page);
    await map.openAt(project, company.at);
    expect(owned).toContain(await hands.act('click the parcel', () => map.inspectInTheMiddle()));
    await hands.click("the owner's portfolio", map.panel.getByRole('button', { name: 'Everything this owner has' }));
    // The town publishes no mailing addresses: a name alone is not proof, and says so. The person decides which are the same.
    const perhaps = map.panel.getByRole('list', { name: 'Parcels of related owners' }).getByRole('listitem');
    const same = perhaps.filter({ hasText: /RFS PROPERTIES,? LLC/ });
    await expect(same).toHaveCount(owned.size - 1);
    const reason = 'Same name, same county, mailing address unknown';
    await hands.click('all of the same name', map.panel.getByRole('checkbox', { name: `All ${owned.size - 1}: ${reason}` }));
    for (const row of await same.all()) {
      await expect(row).toContainText(reason);
      await expect(row.getByRole('checkbox')).toBeChecked();
    }
    await hands.click('Add All', map.panel.getByRole('button', { name: `Add All ${owned.size}` }));
    await expect(page.getByRole('alert').filter({ hasText: `${owned.size} parcels were added to` })).toBeVisible();
    expect(await markedParcels(request, headers, project)).toEqual([...owned].sort());
    // The parcel, the portfolio, the box of the others, and all of them added.
    hands.report(4);
  });
}
