import { expect, test, type APIRequestContext } from '@playwright/test';
import { enter } from '../drivers/session.ts';
import { makeLink, signLetter, verifiedFile, visit } from '../drivers/signing.ts';
import { saved } from '../fixtures/downloads.ts';
import { judge } from '../fixtures/judge.ts';
import { projectOfProperties, startLetters } from '../fixtures/letters.ts';
import { pdfText } from '../fixtures/pdf.ts';
import { meridianAdmin } from '../fixtures/people.ts';
import { bearer, eventually, type Headers } from '../fixtures/product.ts';

interface Letter {
  readonly letter_id: string;
  readonly number: string;
  readonly content_hash: string;
}

/** A project with one approved letter and its PDF. */
async function approvedLetter(request: APIRequestContext, headers: Headers): Promise<{ project: string; letter: Letter }> {
  const { project } = await projectOfProperties(request, headers, 1);
  const job = await startLetters(request, headers, project);
  await eventually('the PDF', 60, async () => {
    const answer = await request.get(`/property_api/letter_jobs/${job}`, { headers });
    return ((await answer.json()) as { state: string }).state === 'done' ? true : undefined;
  });
  const listed = await request.get(`/property_api/letters?project_id=${project}`, { headers });
  const [letter] = ((await listed.json()) as { letters: Letter[] }).letters;
  if (!letter) throw new Error('no letter');
  const data = { letters: [{ letter_id: letter.letter_id, content_hash: letter.content_hash }] };
  const approved = await request.post('/property_api/letters/approve', { headers, data });
  expect(approved.ok(), await approved.text()).toBe(true);
  return { project, letter };
}

test('a seller without an account signs a letter, and the deal moves to Under contract by itself', async ({ page, browser, request }) => {
  test.setTimeout(300_000);
  const headers = await bearer(request, meridianAdmin);
  const { project, letter } = await approvedLetter(request, headers);
  await enter(page, meridianAdmin);
  const pipeline = await page.context().newPage();
  await enter(pipeline, meridianAdmin);
  await pipeline.goto(`/project?project_id=${project}&project_name=Signing`);
  await pipeline.getByRole('tab', { name: 'Pipeline' }).click();
  const won = pipeline.getByRole('region', { name: 'Under contract' });
  await expect(won).toBeVisible();
  await expect(won.getByRole('listitem')).toHaveCount(0);

  await page.goto(`/letters?project_id=${project}&letter_id=${letter.letter_id}`);
  const panel = page.getByRole('dialog', { name: letter.number });
  await expect(panel.getByText('Approved', { exact: true }).first()).toBeVisible();
  const link = await makeLink(page, { name: 'Dana Whitfield', email: 'dana@owner.example', capacity: 'Manager of Oak LLC' });
  const signer = panel.getByRole('listitem', { name: 'Dana Whitfield' });
  await expect(signer).toContainText('Waits for an answer');
  await judge(page, 'letter-signature');

  // The page alone opens nothing: scanners of mail follow links too.
  const seller = await visit(browser, link);
  await expect(seller).toHaveURL(/\/sign$/);
  await expect(seller.getByText(meridianAdmin.firm).first()).toBeVisible();
  await expect(seller.getByRole('article')).toBeHidden();
  await judge(seller, 'sign-invitation');
  await page.reload();
  await expect(signer).toContainText('Link followed, letter not opened');
  await expect(panel.getByText('Approved', { exact: true }).first()).toBeVisible();

  await seller.getByRole('button', { name: 'Read the letter' }).click();
  await expect(seller.getByRole('article', { name: 'Text of the letter' })).toBeVisible();
  await judge(seller, 'sign-letter');
  const read = await saved(seller, () => seller.getByRole('button', { name: 'Download the PDF' }).click());
  expect(read.name).toBe(`${letter.number}.pdf`);
  await expect(panel.getByText('Opened', { exact: true }).first()).toBeVisible();

  await signLetter(seller, 'Dana Whitfield');
  await expect(seller.getByRole('status')).toContainText('everybody has signed');
  await judge(seller, 'sign-receipt');

  // Nobody of the firm does anything.
  await expect(panel.getByText('Signed', { exact: true }).first()).toBeVisible();
  await expect(signer).toContainText(/Signed [A-Z]/);
  await expect(won.getByRole('listitem')).toHaveCount(1);
  await expect(panel.getByRole('link', { name: 'Open the signed PDF' })).toBeVisible({ timeout: 60_000 });
  const bytes = await verifiedFile(request, headers, letter.letter_id);
  expect(await pdfText(bytes)).toContain('Dana Whitfield');
  await expect(panel.getByText('The record of the signatures is intact.')).toBeVisible();
  await judge(page, 'letter-signed');

  // The link still shows the letter, and signs nothing again.
  await seller.reload();
  await expect(seller.getByRole('heading', { name: 'You have signed this letter' })).toBeVisible();
  await seller.getByRole('button', { name: 'Read the letter' }).click();
  await expect(seller.getByText('Everybody has signed the letter.')).toBeVisible();
  await expect(seller.getByRole('button', { name: 'Sign the letter' })).toBeHidden();
});

test('a revoked link says so, and a seller declines with a reason', async ({ page, browser, request }) => {
  test.setTimeout(180_000);
  const headers = await bearer(request, meridianAdmin);
  const { project, letter } = await approvedLetter(request, headers);
  await enter(page, meridianAdmin);
  await page.goto(`/letters?project_id=${project}&letter_id=${letter.letter_id}`);
  const panel = page.getByRole('dialog', { name: letter.number });
  const wrong = await makeLink(page, { name: 'Ann Oak', email: 'ann@owner.example', capacity: '' });
  await panel.getByRole('button', { name: 'Revoke the link of Ann Oak' }).click();
  await page.getByRole('dialog', { name: 'Revoke' }).getByRole('button', { name: 'Revoke' }).click();
  await expect(panel.getByRole('listitem', { name: 'Ann Oak' })).toContainText('Closed');
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(wrong);
  await expect(stranger.getByRole('heading', { name: 'This link is closed' })).toBeVisible();
  await judge(stranger, 'sign-closed');
  await stranger.goto('/sign#bm8tc3VjaC10b2tlbg');
  await expect(stranger.getByRole('heading', { name: 'There is no letter at this link' })).toBeVisible();

  const link = await makeLink(page, { name: 'Dana Whitfield', email: 'dana@owner.example', capacity: 'Manager of Oak LLC' });
  const seller = await visit(browser, link);
  await seller.getByRole('button', { name: 'Read the letter' }).click();
  await seller.getByRole('button', { name: 'Decline' }).click();
  const form = seller.getByRole('region', { name: 'Decline' });
  await form.getByRole('radio', { name: 'The price' }).check();
  await form.getByRole('textbox').fill('We expect more.');
  await judge(seller, 'sign-decline');
  await form.getByRole('button', { name: 'Decline' }).click();
  await seller.getByRole('button', { name: 'Yes, decline the letter' }).click();
  await expect(seller.getByRole('heading', { name: 'You declined the letter' })).toBeVisible();
  await expect(panel.getByRole('listitem', { name: 'Dana Whitfield' })).toContainText('We expect more.');
  await expect(panel.getByText('Declined', { exact: true }).first()).toBeVisible();
});
