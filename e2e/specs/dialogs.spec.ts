import { expect, test, type Locator, type Page } from '@playwright/test';
import { ProjectsDriver } from '../drivers/projects.ts';
import { PropertyDriver } from '../drivers/property.ts';
import { enter } from '../drivers/session.ts';
import { createProject, lookUp, propertyArrives, tryAdd } from '../fixtures/calls.ts';
import { meridianAdmin } from '../fixtures/people.ts';
import { bearer } from '../fixtures/product.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** Sixty characters without a line-break opportunity. */
const long = (start: string): string => `${start}${Date.now().toString(36)}`.padEnd(60, 'w');

test('in every dialog every control lies inside its box, also with names of sixty characters', async ({ page, request }) => {
  test.setTimeout(300_000);
  const headers = await bearer(request, meridianAdmin);
  const project = await createProject(request, headers, 'Dialogs');
  const found = await lookUp(request, headers, 29.7604, -95.3698);
  await tryAdd(request, headers, project, found);
  await propertyArrives(request, headers, project, found.parcel.parcelnumb);
  const [first, company] = [long('First'), long('Company')];
  const contact = (phone: string | null, company_name: string) =>
    request.post('/api/add_contact', {
      headers,
      data: {
        first_name: first,
        last_name: long('Last'),
        email: `${first}@owners.example`.toLowerCase(),
        phone_number: phone,
        company_name,
      },
    });
  await contact('713-555-0142', company);
  await contact(null, String(found.parcel['owner']));
  await request.post('/api/add_company', {
    headers,
    data: { company_name: company, industry: long('Industry') },
  });
  await request.post('/property_api/upload_attachment', {
    headers,
    multipart: {
      parcel_number: found.parcel.parcelnumb,
      project_id: project,
      file: {
        name: `${long('survey')}.txt`,
        mimeType: 'text/plain',
        buffer: Buffer.from('Corner pins found.'),
      },
    },
  });
  await enter(page, meridianAdmin);

  await page.goto('/contacts');
  await page.getByRole('button', { name: 'Add Contact' }).click();
  await page.getByRole('button', { name: 'More fields' }).click();
  await fits(page, 'Add New Contact');
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill(first);
  await expect(page.getByText('2 contacts', { exact: true })).toBeVisible();
  for (const [verb, title] of [
    ['Edit', 'Edit Contact'],
    ['Delete', 'Delete'],
  ] as const) {
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: verb }).click();
    await fits(page, title);
  }

  await page.goto('/companies');
  await page.getByRole('button', { name: 'Add Company' }).click();
  await fits(page, 'Add Company');
  await page.getByRole('searchbox', { name: 'Search companies by name' }).fill(company);
  await page.getByRole('button', { name: `View Details of ${company}` }).click();
  await fits(page, company);

  const projects = new ProjectsDriver(page);
  await projects.open();
  await page.getByRole('button', { name: 'New Project' }).click();
  await fits(page, 'Create New Project');
  for (const [verb, title] of [
    ['Edit', 'Edit Project'],
    ['Delete', 'Delete'],
  ] as const) {
    await page
      .getByRole('button', { name: /^Menu of Dialogs/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: verb }).click();
    await fits(page, title);
  }

  await page.goto('/profile');
  await page.getByRole('tab', { name: 'Access Tokens' }).click();
  await page.getByRole('button', { name: 'Create Token' }).click();
  await fits(page, 'Create Token');
  await page.getByRole('tab', { name: 'Manage Operations' }).click();
  await page.getByRole('button', { name: 'Invite User' }).click();
  await fits(page, 'Invite User');

  await page.goto(`/property/${encodeURIComponent(found.parcel.parcelnumb)}?project_id=${project}`);
  const property = new PropertyDriver(page);
  await property.ready();
  await page.getByRole('button', { name: 'Add from Contacts' }).click();
  await page.getByLabel('Search contacts').fill(first);
  await expect(page.getByRole('dialog').getByText(first)).toHaveCount(4);
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Needs phone' })).toBeVisible();
  await fits(page, 'Add from Contacts');
  await page.getByRole('button', { name: 'Add Associated Contact' }).click();
  await expect(page.getByText(first).first()).toBeVisible();
  await fits(page, 'Add Associated Contact');
  await property.section('Attachments').getByRole('button', { name: 'Email' }).click();
  await fits(page, 'Select Attachments');
  await page.keyboard.press('Control+k');
  await fits(page);
});

/** Checks the open dialog at both sizes, and closes it. */
async function fits(page: Page, title?: string): Promise<void> {
  const dialog = title ? page.getByRole('dialog', { name: title, exact: true }) : page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect(dialog).toBeInViewport({ ratio: 0.99 });
    // The dialog takes the size of the window after a render.
    await expect.poll(() => outside(dialog), `${title ?? 'search'} at ${size.width}`).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** Controls that overflow the dialog, and areas inside that scroll horizontally. */
function outside(dialog: Locator): Promise<string[]> {
  return dialog.evaluate((box) => {
    const { left, right } = box.getBoundingClientRect();
    const controls = [...box.querySelectorAll('button, a, input, textarea, select, [role="button"], [role="option"]')];
    const beyond = controls
      .map((control) => ({ control, at: control.getBoundingClientRect() }))
      .filter(({ at }) => at.width > 0 && (at.left < left - 0.5 || at.right > right + 0.5))
      .map(({ control }) => `${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent ?? ''}`);
    const sideways = [box, ...box.querySelectorAll('*')]
      .filter((part) => !['visible', 'hidden', 'clip'].includes(getComputedStyle(part).overflowX) && part.scrollWidth > part.clientWidth)
      .map((part) => `${part.tagName} ${part.className} scrolls sideways`);
    return [...beyond, ...sideways.filter((said) => !said.startsWith('INPUT') && !said.startsWith('TEXTAREA'))];
  });
}
