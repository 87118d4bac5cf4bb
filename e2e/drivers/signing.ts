import { expect, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import { pdfSignatures } from '../fixtures/pdf.ts';
import type { Headers } from '../fixtures/product.ts';

/** Who is asked to sign. */
export interface Signer {
  readonly name: string;
  readonly email: string;
  readonly capacity: string;
}

/** Makes a link in the letter's panel; returns its path with the token. */
export async function makeLink(page: Page, signer: Signer): Promise<string> {
  await page.getByRole('region', { name: 'Signature' }).getByRole('button', { name: 'Make a link' }).click();
  const form = page.getByRole('dialog', { name: 'Make a link' });
  await form.getByRole('textbox', { name: 'Name' }).fill(signer.name);
  await form.getByRole('textbox', { name: 'E-mail' }).fill(signer.email);
  await form.getByRole('textbox', { name: 'Signs as' }).fill(signer.capacity);
  await form.getByRole('button', { name: 'Make the link' }).click();
  const made = page.getByRole('dialog', { name: 'Link made' });
  const url = new URL(await made.getByRole('textbox', { name: `Address for ${signer.name}` }).inputValue());
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(made).toBeHidden();
  return `${url.pathname}${url.hash}`;
}

/** The link of a message that asks its reader to sign: its path with the token. */
export function linkIn(message: string): string {
  const [link] = /\/sign#[\w-]+/.exec(message) ?? [];
  if (!link) throw new Error(`no link to sign in ${message.slice(0, 2000)}`);
  return link;
}

/** Opens a link as somebody who has no account. */
export async function visit(browser: Browser, link: string): Promise<Page> {
  const context = await browser.newContext();
  const seller = await context.newPage();
  await seller.goto(link);
  await expect(seller.getByRole('heading', { name: 'You have a letter to read and sign' })).toBeVisible();
  return seller;
}

/** Fills in and signs the letter that the seller has opened. */
export async function signLetter(seller: Page, name: string): Promise<void> {
  await seller.getByRole('textbox', { name: 'Your full name' }).fill(name);
  await seller.getByRole('textbox', { name: 'Your title' }).fill('Manager');
  await seller.getByRole('textbox', { name: 'Your initials' }).fill('DW');
  await seller.getByRole('checkbox', { name: 'I intend this as my signature' }).check();
  await seller.getByRole('button', { name: 'Sign the letter' }).click();
  await expect(seller.getByRole('heading', { name: 'You signed the letter' })).toBeVisible();
}

/** The file that the installation sealed, checked by a verifier of signatures. */
export async function verifiedFile(request: APIRequestContext, headers: Headers, letterId: string): Promise<Buffer> {
  const answer = await request.get(`/property_api/letters/${letterId}/evidence`, { headers });
  const { seal } = (await answer.json()) as { seal: { pdf: string } };
  const file = await request.get('/property_api/serve_attachment', { headers, params: { file: seal.pdf } });
  expect(file.ok(), await file.text()).toBe(true);
  const bytes = await file.body();
  const verified = await pdfSignatures(bytes);
  for (const part of ['ETSI.CAdES.detached', 'Total document signed', 'Signature is Valid']) expect(verified).toContain(part);
  return bytes;
}
