import { expect, test, type Locator } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { GrowthDriver } from '../drivers/growth.ts';
import { MapDriver } from '../drivers/map.ts';
import { uniqueName } from '../drivers/projects.ts';
import { PropertyDriver } from '../drivers/property.ts';
import { LetterDriver } from '../drivers/letter.ts';
import { SearchDriver } from '../drivers/search.ts';
import { enter } from '../drivers/session.ts';
import { createProject, lookUp, propertyArrives, runEnds, severalParcels, startRun, tryAdd } from '../fixtures/calls.ts';
import { judge } from '../fixtures/judge.ts';
import { meridianAdmin } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

/** The sample block in central Houston. */
const houston = { lat: 29.7604, lon: -95.3698 };

// Each opens its own screen, and the file takes longer than all others.
test.describe.configure({ mode: 'parallel' });

test('screen: login', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await judge(page, 'login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await judge(page, 'login-forgot');
});

test('screen: choosing a new password', async ({ page }) => {
  await page.goto('/reset-password?token=not-a-link-that-was-mailed');
  await page.getByLabel('New Password', { exact: true }).fill('a long enough password');
  await page.getByLabel('Confirm New Password', { exact: true }).fill('a long enough password');
  await judge(page, 'reset-password');
  await page.getByRole('button', { name: 'Set New Password' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await judge(page, 'reset-password-refused');
});

test('screens of the profile', async ({ page }) => {
  await enter(page, meridianAdmin);
  await page.goto('/profile');
  await page.getByRole('tab', { name: 'Change Password' }).click();
  await expect(page.getByLabel(/^Current Password/).first()).toBeVisible();
  await judge(page, 'profile-password');
  await page.getByRole('tab', { name: 'Access Tokens' }).click();
  await expect(page.getByRole('table', { name: 'Access tokens' })).toBeVisible();
  await judge(page, 'profile-tokens');
  await page.getByRole('button', { name: 'Create Token' }).click();
  await expect(page.getByRole('dialog', { name: 'Create Token' })).toBeVisible();
  await judge(page, 'create-token');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Manage Operations' }).click();
  await expect(page.getByText('Manage files and user permissions here')).toBeVisible();
  await expect(page.getByRole('cell', { name: meridianAdmin.email })).toBeVisible();
  await judge(page, 'profile-operations');
  await page.getByRole('button', { name: 'Invite User' }).click();
  await expect(page.getByRole('dialog', { name: 'Invite User' })).toBeVisible();
  await judge(page, 'invite-user');
});

test('screen: search', async ({ page }) => {
  await enter(page, meridianAdmin);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search projects, properties, letters, contacts and companies' }).fill('Houston');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await judge(page, 'search');
  await page.getByRole('combobox', { name: 'Search projects, properties, letters, contacts and companies' }).fill('new project');
  await expect(page.getByRole('dialog').locator('[data-selected]')).toContainText('New project');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible();
});

const lists = [
  { route: 'dashboard', heading: 'Dashboard' },
  { route: 'contacts', heading: 'Contacts' },
  { route: 'companies', heading: 'Companies' },
  { route: 'projects', heading: 'Projects' },
  { route: 'profile', heading: 'Profile Settings' },
  { route: 'sleuth-growth', heading: 'Regional Growth Prediction' },
] as const;

for (const { route, heading } of lists) {
  test(`screen: ${route}`, async ({ page }) => {
    await enter(page, meridianAdmin);
    await page.goto(`/${route}`);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await expect(page.locator('[class*="Skeleton"]')).toHaveCount(0);
    await judge(page, route);
  });
}

test('screen: the Create New Project modal', async ({ page }) => {
  await enter(page, meridianAdmin);
  await page.goto('/projects');
  await page.getByRole('button', { name: 'New Project' }).click();
  await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible();
  await judge(page, 'create-project');
});

test('screens of one project: map, properties, property, letter', async ({ page, request }) => {
  test.setTimeout(300_000);
  const headers = await bearer(request, meridianAdmin);
  const name = uniqueName('Screens');
  const project = await houstonProject();
  await enter(page, meridianAdmin);
  const map = new MapDriver(page);
  await page.goto(`/map?project_id=${project}`);
  await map.ready();
  await judge(page, 'map-submarket');
  await map.openAt(project, { lat: 29.7604, lon: -95.3698 });
  await map.drawMarkerInTheMiddle();
  await expect(map.review).toBeVisible();
  await judge(page, 'map-review', { settled: () => map.settled(map.review) });
  await map.review.getByRole('button', { name: 'Add to Project' }).click();
  await expect(map.details).toBeVisible();
  await judge(page, 'map-details', { settled: () => map.settled(map.details) });

  const found = await lookUp(request, headers, 29.7604, -95.3698);
  const another = await lookUp(request, headers, 29.7604, -95.3671);
  await tryAdd(request, headers, project, another);
  for (const each of [found, another]) await propertyArrives(request, headers, project, each.parcel.parcelnumb);
  await page.goto(`/project?project_id=${project}&project_name=${encodeURIComponent(name)}`);
  await page.getByRole('tab', { name: 'Properties' }).click();
  await expect(page.getByRole('columnheader', { name: 'Total Value' })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(3);
  await judge(page, 'project-properties');

  const writing = () => expect(page.getByRole('textbox', { name: 'Subject' })).toBeVisible();
  await page.goto(`/email_campaign?project_id=${project}`);
  await writing();
  await judge(page, 'email-campaign-new');
  await page.goto(`/email?parcel_number=${encodeURIComponent(found.parcel.parcelnumb)}&project_id=${project}&address=owner@owners.example`);
  await writing();
  await judge(page, 'email-new');
  await page.goto(`/project?project_id=${project}&project_name=${encodeURIComponent(name)}`);
  await page.getByRole('tab', { name: 'Properties' }).click();

  await page.getByRole('row').nth(1).click();
  const property = new PropertyDriver(page);
  await property.ready();
  await judge(page, 'property');
  await property.createLoi();
  const letter = new LetterDriver(page);
  await letter.ready();
  await judge(page, 'letter-of-intent');

  async function houstonProject(): Promise<string> {
    const markets = (await (await request.get('/api/markets?state=48', { headers })).json()) as {
      markets: { market_id: number; market_name: string }[];
    };
    const market = markets.markets.find((each) => each.market_name.startsWith('Houston'))?.market_id;
    const answer = await request.get(`/api/submarkets?mkt_id=${market}`, { headers });
    const { submarkets } = (await answer.json()) as { submarkets: { submkt_id: number; sub_mkt_name: string }[] };
    const submarket = submarkets.find((each) => each.sub_mkt_name.startsWith('Harris'))?.submkt_id;
    return createProject(request, headers, '', { project_name: name, market, submarket, category: 'Site Selection - Retail/General' });
  }
});

test('screens of the search of a project: criteria, results, runs', async ({ page, request }) => {
  test.setTimeout(300_000);
  const headers = await bearer(request, meridianAdmin);
  const project = await createProject(request, headers, 'Search', {
    county: '201',
    category: 'Site Selection - Office/General',
    site_size_min: 0.05,
  });
  await enter(page, meridianAdmin);
  const search = new SearchDriver(page);
  // Its own view of the map, so that no two tests wait for the same tiles.
  await page.goto(`/map?project_id=${project}#map=15/29.7604/-95.3698`);
  await page.getByRole('button', { name: 'Lists beside the map' }).click();
  await search.drawer.getByRole('tab', { name: 'Search' }).click();
  await search.drawer.getByRole('button', { name: /^Value per acre/ }).click();
  await expect(search.drawer.getByLabel('Full points at')).toBeVisible();
  await judge(page, 'search-criteria');
  await search.runButton.click();
  await search.listed();
  await judge(page, 'search-results');
  await search.row(1).click();
  await expect(search.reasons).toBeVisible();
  await judge(page, 'search-why');
  // On the phone the inspected parcel covers the lists.
  await page.getByRole('region', { name: 'Inspected parcel' }).getByRole('button', { name: 'Close' }).click();
  // Another search, with other weights.
  await search.open('Criteria');
  await search.drawer.getByLabel('Weight of Value per acre, number').fill('80');
  await search.runButton.click();
  await search.listed();
  await search.open('Runs');
  await expect(search.drawer.getByRole('list', { name: 'Searches' }).getByRole('listitem')).toHaveCount(2);
  await judge(page, 'search-runs');
  await search.drawer.getByRole('button', { name: /^Compare with the search/ }).click();
  await expect(search.drawer.getByRole('list', { name: 'Moves' })).toBeVisible();
  await judge(page, 'search-compare');
});

test('screens of the lists beside the map: parcels, colors, filters, selection', async ({ page, request }) => {
  test.setTimeout(300_000);
  const headers = await bearer(request, meridianAdmin);
  const project = await createProject(request, headers, 'Lists');
  for (const found of await severalParcels(request, headers, 6)) await tryAdd(request, headers, project, found);
  await enter(page, meridianAdmin);
  const map = new MapDriver(page);
  await map.openAt(project, houston, 16.5);
  await map.openDrawer();
  await expect(map.drawer.getByText('6 parcels', { exact: true })).toBeVisible();
  await judge(page, 'map-parcels');
  await map.drawer.getByRole('combobox', { name: 'Color by' }).click();
  await page.getByRole('option', { name: 'Value per acre' }).click();
  await expect(page.getByRole('region', { name: 'Colors: Value per acre' })).toBeVisible();
  await map.ready();
  await judge(page, 'map-colors');
  await page.getByRole('button', { name: 'End coloring' }).click();

  await map.drawer.getByRole('tab', { name: 'Filters' }).click();
  await map.drawer.getByRole('button', { name: 'Acres' }).click();
  await page.getByLabel('At least').fill('0.2');
  await judge(page, 'map-filter-form');
  await page.getByLabel('At least').press('Enter');
  await map.drawer.getByRole('button', { name: 'Land use' }).click();
  for (const use of ['Industrial', 'Retail', 'Commercial, other', 'Office', 'Vacant'])
    await page.getByRole('checkbox', { name: use }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(map.drawer.getByRole('status').filter({ hasText: /of [\d,]+ in view match$/ })).toBeVisible();
  await map.drawer.getByRole('button', { name: 'Save…' }).click();
  await page.getByLabel('Name').fill('Commercial lots of a fifth of an acre');
  await judge(page, 'map-filter-save');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(map.drawer.getByRole('button', { name: /^Commercial lots/ })).toBeVisible();
  await judge(page, 'map-filters');
  await map.drawer.getByRole('button', { name: 'Select Matching in View' }).click();
  const selection = page.getByRole('region', { name: 'Selection' });
  await expect(selection.getByRole('button', { name: /^Add All/ })).toBeEnabled();
  await judge(page, 'map-selection');
});

test('screens of assemblages: found, and one of them', async ({ page, request }) => {
  const headers = await bearer(request, meridianAdmin);
  const project = await createProject(request, headers, 'Sites');
  await enter(page, meridianAdmin);
  const map = new MapDriver(page);
  await map.openAt(project, houston, 16.5);
  await map.openDrawer();
  await map.drawer.getByRole('tab', { name: 'Assemble' }).click();
  await map.drawer.getByLabel('Least acres').fill('1');
  // Sites of a block are smaller than the ten acres of the preset.
  await map.drawer.getByRole('checkbox', { name: "Judge and rank by the project's criteria" }).uncheck();
  await map.drawer.getByRole('button', { name: 'Find Sites' }).click();
  const sites = map.drawer.getByRole('list', { name: 'Assemblages' }).getByRole('listitem');
  await expect(sites.first()).toBeVisible();
  await judge(page, 'map-assemblages');
  await sites.first().getByRole('button').first().click();
  await expect(map.drawer.getByRole('list', { name: 'Owners' })).toBeVisible();
  await map.ready();
  await judge(page, 'map-assemblage');
});

test("screens of a parcel's panel: facts, the owner's parcels, buildable area", async ({ page, request }) => {
  test.setTimeout(300_000);
  const headers = await bearer(request, meridianAdmin);
  const project = await createProject(request, headers, 'Panel');
  // The one of these parcels whose owner has the most.
  let [most, where] = [0, houston];
  for (const { lat, lon, parcel } of await severalParcels(request, headers, 20)) {
    const answer = await request.get(`/api-2/parcels/${parcel.ll_uuid}/owner_group`, { headers });
    const { count } = (await answer.json()) as { count: number };
    if (count > most) [most, where] = [count, { lat, lon }];
  }
  await enter(page, meridianAdmin);
  const map = new MapDriver(page);
  await map.openAt(project, where);
  await map.inspectInTheMiddle();
  await expect(map.panel.getByText('Sample data', { exact: true })).toBeVisible();
  await judge(page, 'map-inspect');
  await map.panel.getByRole('button', { name: 'Everything this owner has' }).click();
  const owned = map.panel.getByRole('region', { name: "The owner's parcels" });
  await expect(owned.getByRole('list', { name: 'Parcels of this owner' })).toBeVisible();
  await judge(page, 'map-owner', { settled: () => atTheTop(owned) });
  await owned.getByRole('button', { name: "Close the owner's parcels" }).click();
  const buildable = map.panel.getByRole('region', { name: 'Buildable area' });
  await buildable.getByRole('button', { name: 'Show' }).click();
  await expect(buildable.getByRole('table')).toBeVisible();
  await map.ready();
  await judge(page, 'map-buildable', { settled: () => atTheTop(buildable) });
  await map.panel.press('d');
  await expect(page.getByRole('dialog', { name: 'Discard Parcel' })).toBeVisible();
  await judge(page, 'map-discard');
});

test('screens of the growth simulation: result, comparison, calibration', async ({ page, request }) => {
  test.setTimeout(300_000);
  const headers = await bearer(request, meridianAdmin);
  const charlotte = { west: -81.15, south: 34.95, east: -80.55, north: 35.5 };
  // Small, so that its calibration does not delay the others.
  const corner = { west: -81.12, south: 35.0, east: -81.02, north: 35.08 };
  const run = await startRun(request, headers, { kind: 'prediction', bbox: charlotte, horizon_years: 10, iterations: 5 });
  const other = await startRun(request, headers, {
    kind: 'prediction',
    bbox: charlotte,
    horizon_years: 10,
    iterations: 5,
    self_modification: true,
  });
  const calibration = await startRun(request, headers, { kind: 'calibration', bbox: corner });
  for (const each of [run, other]) await runEnds(request, headers, each);
  await enter(page, meridianAdmin);
  const growth = new GrowthDriver(page);
  await growth.openRun(run);
  await judge(page, 'growth-result', { settled: () => growth.inView() });
  await growth.result.getByRole('tab', { name: 'Curves' }).click();
  await judge(page, 'growth-curves', { settled: () => atTheTop(growth.result) });

  await growth.openRun(run, other);
  await expect(growth.comparison.locator('canvas')).toHaveCount(2);
  await judge(page, 'growth-comparison', { settled: () => atTheTop(growth.comparison) });

  await runEnds(request, headers, calibration);
  await expect(growth.calibration.getByRole('table', { name: 'Best sets' }).or(growth.calibration.getByRole('alert'))).toBeVisible();
  await judge(page, 'growth-calibration', { settled: () => atTheTop(growth.calibration) });
});

test('screens of the growth chance on the map, beside other colors', async ({ page, request }) => {
  test.setTimeout(300_000);
  const headers = await bearer(request, meridianAdmin);
  const project = await createProject(request, headers, 'Growth layer');
  for (const found of await severalParcels(request, headers, 3)) await tryAdd(request, headers, project, found);
  const around = { west: -95.42, south: 29.71, east: -95.32, north: 29.81 };
  const run = await startRun(request, headers, {
    kind: 'prediction',
    bbox: around,
    horizon_years: 10,
    iterations: 5,
    name: 'Bayous',
  });
  await runEnds(request, headers, run);
  await enter(page, meridianAdmin);
  const map = new MapDriver(page);
  await map.openAt(project, houston, 15);
  await map.openDrawer();
  await map.drawer.getByRole('combobox', { name: 'Color by' }).click();
  await page.getByRole('option', { name: 'Use', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Colors: Use' })).toBeVisible();
  await page.getByRole('button', { name: 'Layers' }).click();
  await page.getByRole('combobox', { name: 'Growth simulation' }).click();
  await page
    .getByRole('option', { name: /^Bayous/ })
    .first()
    .click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Growth chance' })).toContainText('Growth chance by');
  await map.ready();
  await judge(page, 'map-growth');
});

async function atTheTop(section: Locator): Promise<void> {
  await section.evaluate((element) => element.scrollIntoView({ block: 'start' }));
}

/** A file of each kind that the viewer handles differently, and what it must display. */
const files = [
  { name: 'Boundary survey.pdf', mimeType: 'application/pdf', shows: /^Page 1 of 1$/, framed: false },
  {
    name: 'survey.docx',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    shows: 'Boundary survey',
    framed: true,
  },
  { name: 'rent roll.csv', mimeType: 'text/csv', shows: 'Gulf Freight LLC', framed: false },
  { name: 'notes.txt', mimeType: 'text/plain', shows: 'Corner pins found.', framed: true },
  { name: 'site.zip', mimeType: 'application/zip', shows: /download/i, framed: false },
] as const;

test('screens of the attachment viewer', async ({ page, request }) => {
  test.setTimeout(180_000);
  const headers = await bearer(request, meridianAdmin);
  const project = await createProject(request, headers, 'Viewer');
  const [, , , , found] = await severalParcels(request, headers, 5);
  if (!found) throw new Error('the sample block has too few parcels');
  await tryAdd(request, headers, project, found);
  const parcel = found.parcel.parcelnumb;
  await propertyArrives(request, headers, project, parcel);
  await page.setContent('<h1>Boundary survey</h1><p>The site lies within Harris County.</p>');
  const bytes: Record<(typeof files)[number]['name'], Buffer> = {
    'Boundary survey.pdf': await page.pdf({ format: 'Letter' }),
    'survey.docx': await readFile(new URL('../fixtures/survey.docx', import.meta.url)),
    'rent roll.csv': Buffer.from('Suite,Tenant,Square Feet,Rent\n100,Gulf Freight LLC,"12,400",9.75\n200,Bayou Supply Co.,"8,150",10.25\n'),
    'notes.txt': Buffer.from('Corner pins found.'),
    'site.zip': Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
  };
  await enter(page, meridianAdmin);
  for (const { name, mimeType, shows, framed } of files) {
    const uploaded = await request.post('/property_api/upload_attachment', {
      headers,
      multipart: {
        parcel_number: parcel,
        address: String(found.parcel['address']),
        project_id: project,
        file: { name, mimeType, buffer: bytes[name] },
      },
    });
    expect(uploaded.ok(), await uploaded.text()).toBe(true);
    const { attachments } = (await uploaded.json()) as { attachments: string[] };
    await page.goto(`/attachment-viewer?file=${encodeURIComponent(attachments[0] ?? '')}`);
    const place = framed ? page.frameLocator('iframe') : page;
    // A Word file is reflowed for a narrow screen.
    const settled = () => expect(place.getByText(shows).first()).toBeInViewport();
    await settled();
    await judge(page, `viewer-${name.split('.').at(-1)}`, { settled });
  }
  await page.goto('/attachment-viewer');
  await expect(page.getByText('No file specified.')).toBeVisible();
  await judge(page, 'viewer-none');
});
