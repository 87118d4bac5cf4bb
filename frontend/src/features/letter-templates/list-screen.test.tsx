import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderScreen, signedIn } from '../../testing/render-screen';
import { answer } from '../../testing/server';
import type { TemplateSummary } from './api';
import { TemplateListScreen } from './list-screen';

const summary = (template_id: string, name: string, over: Partial<TemplateSummary> = {}): TemplateSummary => ({
  template_id,
  name,
  read_only: false,
  published: 2,
  changed: false,
  version: 3,
  updated_by_name: 'Dana Lee',
  updated_at: '2026-11-25T10:00:00Z',
  archived_at: null,
  ...over,
});

const templates = [
  summary('standard', 'The standard letter', { read_only: true, published: 1, updated_by_name: null, updated_at: null }),
  summary('t1', 'Industrial', { changed: true }),
  summary('t2', 'Unfinished', { published: null }),
];

function Screen() {
  const [creating, setCreating] = useState(false);
  return <TemplateListScreen creating={creating} onCreating={setCreating} />;
}

async function open(role: 'admin' | 'user') {
  signedIn(role);
  answer('get', '/property_api/letter_templates', { templates });
  answer('get', '/property_api/letter_template_defaults', {
    template_id: 'standard',
    categories: [{ category: 'Retail', template_id: 't1' }],
    version: 1,
  });
  renderScreen(<Screen />);
  await screen.findByRole('table', { name: 'Templates' });
  return userEvent.setup({ delay: null });
}

it('lists templates with their state, and makes a copy', async () => {
  const user = await open('user');
  expect(screen.getByText('Version 2, with changes')).toBeVisible();
  expect(screen.getByText('Draft, not published')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Archive Industrial' })).not.toBeInTheDocument();
  expect(await screen.findByText('In projects of Retail: Industrial.')).toBeVisible();
  const made = answer('post', '/property_api/letter_templates', { code: 'request.invalid', error: 'x', errors: { name: 'Taken.' } }, 422);
  await user.click(screen.getByRole('button', { name: 'Copy Industrial' }));
  const dialog = await screen.findByRole('dialog', { name: 'New Template' });
  await user.type(within(dialog).getByLabelText('Name'), 'Shops');
  await user.click(within(dialog).getByRole('button', { name: 'Make template' }));
  expect(await within(dialog).findByText('Taken.')).toBeVisible();
  expect(made).toEqual([{ name: 'Shops', copy_of: 't1' }]);
});

it('makes a template from the standard letter, and closes the dialog on request', async () => {
  const user = await open('user');
  await user.click(screen.getByRole('button', { name: 'New template' }));
  const dialog = await screen.findByRole('dialog', { name: 'New Template' });
  expect(within(dialog).getByRole('combobox', { name: 'Begin with the text of' })).toHaveValue('The standard letter');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('lets admins archive templates and choose defaults by category', async () => {
  const user = await open('admin');
  const archived = answer('post', '/property_api/letter_templates/t1/archive', { code: 'x', error: 'This is the default of Retail.' }, 409);
  await user.click(screen.getByRole('button', { name: 'Archive Industrial' }));
  expect(await screen.findByText('This is the default of Retail.')).toBeVisible();
  expect(archived).toHaveLength(1);

  const saved = answer('put', '/property_api/letter_template_defaults', { template_id: 't1', categories: [], version: 2 });
  await user.click(await screen.findByRole('combobox', { name: 'Template of letters' }));
  expect(screen.queryByRole('option', { name: 'Unfinished' })).not.toBeInTheDocument();
  await user.click(await screen.findByRole('option', { name: 'Industrial' }));
  await user.click(screen.getByRole('button', { name: 'Remove category 1' }));
  await user.click(screen.getByRole('button', { name: 'Save Defaults' }));
  await waitFor(() => expect(saved).toEqual([{ template_id: 't1', categories: [], version: 1 }]));
});
