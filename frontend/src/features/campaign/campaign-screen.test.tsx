import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer } from '../../testing/server';
import { CampaignScreen } from './campaign-screen';
import { UnsubscribeScreen } from './unsubscribe-screen';

function person(id: string, name: string, more: object = {}) {
  return {
    contact_id: id,
    name,
    email: `${name.toLowerCase()}@lee.example`,
    property_address: '901 Preston St',
    suppressed: false,
    subject: 'About 901 Preston St',
    body: `Dear ${name},`,
    ...more,
  };
}

const campaign = {
  campaign_id: 'c',
  subject: 'About {{property_address}}',
  body: 'Dear {{first_name}},',
  created_by: 'maya@meridian.example',
  created_at: '2026-11-21T09:30:00Z',
  finished_at: '2026-11-21T09:31:00Z',
  total: 3,
  queued: 0,
  sent: 2,
  failed: 0,
  suppressed: 1,
  recipients: null,
};

function foresee(recipients: readonly object[]) {
  answer('get', '*/property_api/get_campaigns', { campaigns: [campaign], postal_address: '1 Main St, Houston, TX', mail_mode: 'smtp' });
  answer('post', '*/property_api/preview_campaign', { recipients, merge_fields: ['first_name', 'property_address'] });
}

/** As by pasting: typing letter by letter takes seconds on a busy machine. */
async function fill(name: RegExp, text: string): Promise<void> {
  await userEvent.click(screen.getByRole('textbox', { name }));
  await userEvent.paste(text);
}

function show() {
  renderScreen(<CampaignScreen audience={{ projectId: 'p', parcelNumber: null }} own="maya@meridian.example" />);
}

test('it goes to those who are chosen and may be written to, after a question', async () => {
  foresee([person('1', 'Dana'), person('2', 'Sam'), person('3', 'Kim', { suppressed: true }), person('4', 'Lou', { email: null })]);
  const asked = answer('post', '*/property_api/create_campaign', { success: true, campaign });
  show();
  const people = await screen.findByRole('region', { name: 'Recipients' });
  expect(await within(people).findByRole('checkbox', { name: /Kim/ })).toBeDisabled();
  expect(within(people).getByRole('checkbox', { name: /Lou/ })).toBeDisabled();
  await userEvent.click(within(people).getByRole('checkbox', { name: /Sam/ }));
  await fill(/Subject/, 'Your property');
  await fill(/Message/, 'Would you sell?');
  expect(screen.getByRole('textbox', { name: /postal address/ })).toHaveValue('1 Main St, Houston, TX');
  await userEvent.click(screen.getByRole('button', { name: 'Send Campaign' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('Send this campaign to 1 person?');
  expect(asked).toHaveLength(0);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send Campaign' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({ project_id: 'p', subject: 'Your property', body: 'Would you sell?', contact_ids: ['1', '3', '4'] });
});

test('each one’s own message can be read before it leaves', async () => {
  foresee([person('1', 'Dana')]);
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Preview for Dana' }));
  expect(screen.getByText('Dear Dana,')).toBeVisible();
});

test('what became of a campaign stands in its list', async () => {
  foresee([]);
  show();
  const list = await screen.findByRole('region', { name: 'Campaigns' });
  expect(within(list).getByText('2 sent, 1 unsubscribed')).toBeVisible();
  expect(within(list).getByText('Finished')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send Campaign' })).toBeDisabled();
});

test('leaving takes one press and is not done by opening the page', async () => {
  const asked = answer('post', '*/property_api/unsubscribe', { success: true });
  renderScreen(<UnsubscribeScreen token="abc" />);
  expect(asked).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  expect(await screen.findByText('You will get no more of these messages.')).toBeVisible();
  expect(asked).toEqual(['?token=abc']);
});
