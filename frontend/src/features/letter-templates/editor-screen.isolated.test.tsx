import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { renderScreen, signedIn } from '../../testing/render-screen';
import { answer, server } from '../../testing/server';
import type { DraftBody, LetterTemplate, LetterTerm } from './api';
import { TemplateEditorScreen } from './editor-screen';

// jsdom has no layout, which the editor needs to scroll to its selection.
Object.assign(Range.prototype, {
  getClientRects: () => [],
  getBoundingClientRect: () => document.body.getBoundingClientRect(),
});

const term = (name: string, label: string, type: string, more: Partial<LetterTerm> = {}): LetterTerm => ({
  name,
  label,
  type,
  source: 'property',
  formats: [{ name: 'plain', sample: `${label} sample` }],
  has_default: false,
  otherwise: null,
  ...more,
});
const terms = [
  term('acres', 'Site area', 'area'),
  term('purchase_price', 'Purchase price', 'money', {
    source: 'offer',
    formats: [
      { name: 'money_whole', sample: '$1,250,000' },
      { name: 'money_words', sample: 'One Million Two Hundred Fifty Thousand and No/100 Dollars' },
    ],
  }),
  term('dd_days', 'Due diligence in days', 'int', { source: 'deal', has_default: true, otherwise: 'sixty (60) days' }),
];

const html =
  '<p>Price: <span data-term="purchase_price">$1</span></p><section data-clause="large" data-title="Large site"><p>A large site.</p></section>';

const template: LetterTemplate = {
  template_id: 't1',
  name: 'Industrial',
  read_only: false,
  published: 1,
  changed: true,
  version: 4,
  updated_by_name: 'Dana Lee',
  updated_at: '2026-11-25T10:00:00Z',
  archived_at: null,
  html,
  terms: {},
  findings: [
    { severity: 'warn', code: 'not_marked_binding', field: 'clauses.large', sentence: 'Large site is usually binding; mark it.' },
    { severity: 'warn', code: 'no_state', field: '', sentence: 'The template does not print the property\u2019s state.' },
  ],
  versions: [{ number: 1, note: 'First', published_by_name: 'Dana Lee', published_at: '2026-11-24T10:00:00Z' }],
};

/** Stores drafts like the server. */
function saving(): DraftBody[] {
  const saved: DraftBody[] = [];
  server.use(
    http.put('/property_api/letter_templates/t1', async ({ request }) => {
      const body = (await request.json()) as DraftBody;
      saved.push(body);
      return HttpResponse.json({ ...template, ...body, version: body.version + 1 });
    }),
  );
  answer('get', '/property_api/letter_templates', { templates: [] });
  return saved;
}

async function open(over: Partial<LetterTemplate> = {}, role: 'admin' | 'user' = 'admin') {
  signedIn(role);
  const saved = saving();
  renderScreen(<TemplateEditorScreen template={{ ...template, ...over }} terms={terms} />);
  const user = userEvent.setup({ delay: null });
  const text = await screen.findByRole('textbox', { name: 'Text of the template' });
  return { user, saved, text };
}

it('shows fields by their label, inserts one with a format, and saves the draft', async () => {
  const { user, saved, text } = await open();
  expect(within(text).getByText('Purchase price')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save draft' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Field' }));
  const dialog = await screen.findByRole('dialog', { name: 'Insert Field' });
  await user.click(within(dialog).getByRole('combobox', { name: 'Field' }));
  await user.click(await screen.findByRole('option', { name: 'Purchase price' }));
  await user.click(within(dialog).getByRole('combobox', { name: 'Format' }));
  await user.click(await screen.findByRole('option', { name: /One Million/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Insert' }));
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.html).toContain('<span data-term="purchase_price" data-fmt="money_words">');
  expect(saved[0]?.html).toContain('<section data-clause="large" data-title="Large site">');
  expect(saved[0]?.version).toBe(4);
});

it('goes on with the text when the choice of a field is left', async () => {
  const { user, text } = await open();
  await user.click(screen.getByRole('button', { name: 'Field' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Insert Field' }));
  await user.type(dialog.getByRole('combobox', { name: 'Field' }), 'zzz');
  expect(await screen.findByText('No such field')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(text).toHaveFocus());
});

it('jumps to the clause that a problem names, and makes it conditional', async () => {
  const { user, saved } = await open();
  await user.click(screen.getByRole('button', { name: 'Large site is usually binding; mark it.' }));
  await user.click(screen.getByRole('button', { name: 'Clause' }));
  const dialog = await screen.findByRole('dialog', { name: 'Clause' });
  expect(within(dialog).getByLabelText('Title')).toHaveValue('Large site');
  await user.click(within(dialog).getByRole('switch', { name: /^Binding/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Add condition' }));
  await user.click(within(dialog).getByRole('button', { name: 'Change' }));
  expect(await within(dialog).findByText('Choose a field.')).toBeVisible();
  await user.click(within(dialog).getByRole('combobox', { name: 'Field of condition 1' }));
  await user.click(await screen.findByRole('option', { name: 'Site area' }));
  await user.click(within(dialog).getByRole('combobox', { name: 'Operator of condition 1' }));
  await user.click(await screen.findByRole('option', { name: 'is at least (≥)' }));
  await user.type(within(dialog).getByLabelText('Value of condition 1'), '5');
  await user.click(within(dialog).getByRole('button', { name: 'Change' }));
  await user.click(await screen.findByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const section = new DOMParser().parseFromString(saved[0]?.html ?? '', 'text/html').querySelector('section');
  expect(section?.dataset).toMatchObject({ binding: 'true', when: '{"op":"gte","args":["acres",5]}' });
});

it('says that somebody else changed the draft, and saves over it on request', async () => {
  const { user, saved } = await open();
  server.use(
    http.put(
      '/property_api/letter_templates/t1',
      () =>
        HttpResponse.json(
          { code: 'letter_template.changed', error: 'Dana Lee changed this on November 25, 10:00 UTC.', version: 7 },
          { status: 409 },
        ),
      { once: true },
    ),
  );
  answer('get', '/property_api/letter_templates/t1', { ...template, version: 7 });
  await user.type(screen.getByLabelText('Name'), ' 2');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText('Dana Lee changed this on November 25, 10:00 UTC.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save mine over theirs' }));
  await waitFor(() => expect(saved).toMatchObject([{ name: 'Industrial 2', version: 7 }]));
});

it('compares the draft with a version', async () => {
  const { user } = await open();
  answer('get', '/property_api/letter_templates/t1/versions/1', {
    ...template.versions[0],
    html: html.replace('A large site.', 'A small site.'),
    terms: {},
  });
  await user.click(screen.getByRole('tab', { name: 'Versions' }));
  await user.click(await screen.findByRole('button', { name: 'Compare the draft with version 1' }));
  const differences = await screen.findByRole('region', { name: 'Differences from version 1' });
  expect(within(differences).getByText('1 paragraph differs')).toBeVisible();
  expect(within(differences).getByText('small')).toHaveProperty('tagName', 'DEL');
  expect(within(differences).getByText('large')).toHaveProperty('tagName', 'INS');
});

it('previews a sample with what it lacks and why clauses are in', async () => {
  const { user } = await open();
  answer('post', '/property_api/letter_templates/preview', {
    html: '<p>Price: $1,250,000</p>',
    lacks: [{ term: 'acres', reason: 'missing', severity: 'block', text: '', sentence: 'It decides whether the letter has Large site.' }],
    clauses: [{ id: 'large', title: 'Large site', included: null, sentence: 'Only if Site area is at least 5 acres.' }],
    findings: [],
  });
  await user.click(screen.getByRole('tab', { name: 'Preview' }));
  expect(await screen.findByText('Price: $1,250,000')).toBeVisible();
  expect(screen.getByText('It decides whether the letter has Large site.')).toBeVisible();
  expect(screen.getByText(/not decided/)).toBeVisible();
});

it('leaves the standard letter as it is', async () => {
  const { text } = await open({ template_id: 'standard', read_only: true, findings: [] });
  expect(text).toHaveAttribute('contenteditable', 'false');
  expect(screen.queryByRole('button', { name: 'Save draft' })).not.toBeInTheDocument();
  expect(screen.getByText('The standard letter cannot be changed. Copy it in the list.')).toBeVisible();
});

it('tells who publishes it where the user cannot', async () => {
  await open({ published: null, versions: [] }, 'user');
  expect(screen.getByText('Draft, not published')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Publish' })).not.toBeInTheDocument();
  expect(screen.getByText('An admin publishes it.')).toBeVisible();
});
