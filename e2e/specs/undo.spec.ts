import { expect, test } from '@playwright/test';
import { MapDriver } from '../drivers/map.ts';
import { uniqueName } from '../drivers/projects.ts';
import { enter } from '../drivers/session.ts';
import { createProject, lookUp, propertyArrives, tryAdd } from '../fixtures/calls.ts';
import { meridianAdmin } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

test('what was removed comes back by Undo', async ({ page, request }) => {
  const headers = await bearer(request, meridianAdmin);
  const project = await createProject(request, headers, 'Undo');
  const found = await lookUp(request, headers, 29.7604, -95.3698);
  await tryAdd(request, headers, project, found);
  await propertyArrives(request, headers, project, found.parcel.parcelnumb);
  await enter(page, meridianAdmin);
  const undo = page.getByRole('button', { name: 'Undo' });

  await page.goto(`/project?project_id=${project}`);
  await page.getByRole('tab', { name: 'Properties' }).click();
  const remove = page.getByRole('button', { name: /^Remove / });
  await remove.click();
  await page.getByRole('button', { name: 'Remove Property' }).click();
  await expect(remove).toBeHidden();
  await undo.click();
  await expect(remove).toBeVisible();

  const map = new MapDriver(page);
  await map.openAt(project, found);
  await map.openDetailsInTheMiddle();
  await map.details.getByRole('button', { name: 'Remove Marker' }).click();
  await page.getByRole('dialog', { name: 'Remove Marker' }).getByRole('button', { name: 'Remove Marker' }).click();
  await expect(map.details).toBeHidden();
  await undo.click();
  await expect(undo).toBeHidden();
  await map.openDetailsInTheMiddle();

  const first = uniqueName('Ann');
  await request.post('/api/add_contact', {
    headers,
    data: {
      first_name: first,
      last_name: 'Undone',
      email: 'undone@owners.example',
    },
  });
  await page.goto('/contacts');
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill(first);
  const actions = page.getByRole('button', { name: `Actions for ${first}` });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(actions).toBeHidden();
  await undo.click();
  await expect(actions).toBeVisible();

  const { project_data } = (await (
    await request.get(`/api/get_project_data?project_id=${project}`, {
      headers,
    })
  ).json()) as {
    project_data: { project_name: string };
  };
  const name = project_data.project_name;
  await page.goto('/projects');
  await page.getByLabel('Search projects').fill(name);
  await page.getByRole('button', { name: `Menu of ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('article', { name })).toBeHidden();
  await undo.click();
  await expect(page.getByRole('article', { name })).toBeVisible();
  await page.getByRole('article', { name }).getByText('1 property').waitFor();
});
