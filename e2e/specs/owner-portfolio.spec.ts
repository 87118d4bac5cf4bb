import { expect, test } from '@playwright/test';
import { MapDriver } from '../drivers/map.ts';
import { enter } from '../drivers/session.ts';
import { createProject, markedParcels, severalParcels } from '../fixtures/calls.ts';
import { meridianAnalyst } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

interface OwnerGroup {
  readonly count: number;
  readonly members: readonly { readonly ll_uuid: string; readonly parcelnumb: string }[];
}

test("of an owner's parcels the discarded one says why, stays out of 'Add All' and comes back where it is listed", async ({
  page,
  request,
}) => {
  test.setTimeout(300_000);
  const headers = await bearer(request, meridianAnalyst);
  const project = await createProject(request, headers, 'Portfolio');
  // The one of these parcels whose owner has the most.
  let group: OwnerGroup = { count: 0, members: [] };
  let at = { lat: 0, lon: 0 };
  for (const { lat, lon, parcel } of await severalParcels(request, headers, 40)) {
    const answer = await request.get(`/api-2/parcels/${parcel.ll_uuid}/owner_group`, { headers });
    const found = (await answer.json()) as OwnerGroup;
    if (found.count > group.count) [group, at] = [found, { lat, lon }];
  }
  expect(group.count).toBeGreaterThan(2);
  const discarded = group.members[1];
  const data = { project_id: project, ll_uuids: [discarded?.ll_uuid], reason: 'access', note: 'No driveway' };
  const discard = await request.post('/api/discard_parcels', { headers, data });
  expect(discard.ok(), await discard.text()).toBe(true);

  await enter(page, meridianAnalyst);
  const map = new MapDriver(page);
  await map.openAt(project, at);
  await map.inspectInTheMiddle();
  await map.panel.getByRole('button', { name: 'Everything this owner has' }).click();
  const owned = map.panel.getByRole('region', { name: "The owner's parcels" });
  const rows = owned.getByRole('list', { name: 'Parcels of this owner' }).getByRole('listitem');
  const addAll = (count: number) => owned.getByRole('button', { name: `Add All ${count.toLocaleString('en-US')}`, exact: true });
  const row = rows.filter({ hasText: 'Discarded by' });
  await expect(row).toContainText(/Discarded by .*: Access\. No driveway/);
  await expect(row.getByRole('checkbox')).not.toBeChecked();
  await expect(addAll(group.count - 1)).toBeEnabled();

  // With a box changed too.
  const other = rows.filter({ hasNotText: 'Discarded by' }).first();
  await other.getByRole('checkbox').uncheck();
  await addAll(group.count - 2).click();
  await expect(page.getByRole('alert').filter({ hasText: 'added to' })).toBeVisible();
  const marked = await markedParcels(request, headers, project);
  expect(marked).toHaveLength(group.count - 2);
  expect(marked).not.toContain(discarded?.parcelnumb);

  await row.getByRole('button', { name: 'Undo Discard' }).click();
  await expect(owned.getByText('Discarded by')).toHaveCount(0);
  // The others are in the project.
  await expect(addAll(1)).toBeEnabled();
});
