import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer, unreachable } from '../../testing/server';
import { tell } from '../../testing/stream';
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
  undone: 0,
  recipients: null,
};

const signature = 'Maya Chen\nAnalyst\nMeridian Land Partners';

function foresee(recipients: readonly object[]) {
  answer('get', '/api/letterhead', {
    firm: { name: 'Meridian Land Partners', address_lines: ['1 Main St', 'Houston, TX 77002'] },
    sender: { name: 'Maya Chen', job_title: 'Analyst', phone_number: null },
  });
  answer('get', '*/property_api/get_campaigns', { campaigns: [campaign], postal_address: '1 Main St, Houston, TX', mail_mode: 'smtp' });
  answer('post', '*/property_api/preview_campaign', { recipients, merge_fields: ['first_name', 'property_address'], unknown_fields: [] });
}

/** The preview is debounced. */
const afterTyping = { timeout: 5_000 };

/** Pastes the text: typing letter by letter takes seconds on a busy machine. */
async function fill(name: RegExp, text: string): Promise<void> {
  screen.getByRole('textbox', { name }).focus();
  await userEvent.paste(text);
}

async function show() {
  const { router } = renderScreen(<CampaignScreen audience={{ projectId: 'p', parcelNumber: null }} own="maya@meridian.example" />);
  await screen.findByRole('textbox', { name: /Message/ });
  return router;
}

test('it goes to those who are chosen and may be written to, after a question', async () => {
  foresee([person('1', 'Dana'), person('2', 'Sam'), person('3', 'Kim', { suppressed: true }), person('4', 'Lou', { email: null })]);
  const asked = answer('post', '*/property_api/create_campaign', { success: true, campaign });
  await show();
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
  expect(asked[0]).toMatchObject({
    project_id: 'p',
    subject: 'Your property',
    body: `Would you sell?\n\n${signature}`,
    contact_ids: ['1', '3', '4'],
  });
});

test('what is undone while it is held is not sent, and its text is there again', async () => {
  foresee([person('1', 'Dana')]);
  answer('post', '*/property_api/create_campaign', { success: true, campaign, sending: { sending_id: 's', undo_seconds: 9 } });
  const undone = answer('post', '*/property_api/undo_sending', { success: true });
  await show();
  await screen.findByRole('checkbox', { name: /Dana/ });
  await fill(/Subject/, 'Too early');
  await fill(/Message/, 'Would you sell?');
  await userEvent.click(screen.getByRole('button', { name: 'Send Campaign' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send Campaign' }));
  const said = await screen.findByRole('alert');
  expect(said).toHaveTextContent('The campaign is being sent.');
  expect(screen.getByRole('textbox', { name: /Subject/ })).toHaveValue('');
  answer('get', '*/property_api/get_campaigns', {
    campaigns: [{ ...campaign, sent: 0, undone: 2 }],
    postal_address: null,
    mail_mode: 'smtp',
  });
  await userEvent.click(within(said).getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone. Nothing was sent.')).toBeVisible();
  expect(undone).toEqual([{ sending_id: 's' }]);
  await waitFor(() => expect(screen.getByRole('textbox', { name: /Subject/ })).toHaveValue('Too early'));
  expect(screen.getByRole('textbox', { name: /Message/ })).toHaveValue(`Would you sell?\n\n${signature}`);
  const list = screen.getByRole('region', { name: 'Campaigns' });
  expect(await within(list).findByText('1 unsubscribed, 2 not sent')).toBeVisible();
  expect(within(list).getByText('Undone')).toBeVisible();
});

test('what is undone on another page is there when the user returns, without the people who were left out', async () => {
  foresee([person('1', 'Dana'), person('2', 'Sam')]);
  answer('post', '*/property_api/create_campaign', { success: true, campaign, sending: { sending_id: 's', undo_seconds: 9 } });
  answer('post', '*/property_api/undo_sending', { success: true });
  const router = await show();
  await userEvent.click(await screen.findByRole('checkbox', { name: /Sam/ }));
  await fill(/Subject/, 'Too early');
  await userEvent.click(screen.getByRole('button', { name: 'Send Campaign' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send Campaign' }));
  await screen.findByText('The campaign is being sent.');
  await act(() => router.navigate('/elsewhere'));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone. Nothing was sent. The message is kept where it was written.')).toBeVisible();
  await act(() => router.navigate('/'));
  expect(await screen.findByRole('textbox', { name: /Subject/ })).toHaveValue('Too early');
  expect(await screen.findByRole('checkbox', { name: /Sam/ })).not.toBeChecked();
  expect(screen.getByRole('checkbox', { name: /Dana/ })).toBeChecked();
});

test('what is undone while another campaign is typed is kept until it is brought back', async () => {
  foresee([person('1', 'Dana')]);
  answer('post', '*/property_api/create_campaign', { success: true, campaign, sending: { sending_id: 's', undo_seconds: 9 } });
  answer('post', '*/property_api/undo_sending', { success: true });
  await show();
  await screen.findByRole('checkbox', { name: /Dana/ });
  await fill(/Subject/, 'First');
  await userEvent.click(screen.getByRole('button', { name: 'Send Campaign' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send Campaign' }));
  await screen.findByText('The campaign is being sent.');
  await fill(/Subject/, 'Second');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  const bringBack = await screen.findByRole('button', { name: 'Bring it back' });
  expect(screen.getByRole('textbox', { name: /Subject/ })).toHaveValue('Second');
  await userEvent.click(bringBack);
  expect(screen.getByRole('textbox', { name: /Subject/ })).toHaveValue('First');
  expect(screen.getByRole('textbox', { name: /Message/ })).toHaveFocus();
  await userEvent.click(bringBack);
  expect(screen.getByRole('textbox', { name: /Subject/ })).toHaveValue('Second');
});

test('an undo that comes too late says so, and leaves the form as it is', async () => {
  foresee([person('1', 'Dana')]);
  answer('post', '*/property_api/create_campaign', { success: true, campaign, sending: { sending_id: 's', undo_seconds: 9 } });
  const sentence = 'It is too late: the messages are on their way.';
  answer('post', '*/property_api/undo_sending', { error: sentence, message: sentence, code: 'sending.left' }, 409);
  await show();
  await screen.findByRole('checkbox', { name: /Dana/ });
  await fill(/Subject/, 'Too late');
  await userEvent.click(screen.getByRole('button', { name: 'Send Campaign' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send Campaign' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(`This could not be undone. ${sentence}`)).toBeVisible();
  expect(screen.getByRole('textbox', { name: /Subject/ })).toHaveValue('');
});

test('an unknown field is named where it stands, and takes away neither the recipients nor the fields', async () => {
  foresee([person('1', 'Dana')]);
  const asked = answer('post', '*/property_api/create_campaign', { success: true, campaign });
  await show();
  await screen.findByRole('checkbox', { name: /Dana/ });
  answer('post', '*/property_api/preview_campaign', {
    recipients: [person('1', 'Dana')],
    merge_fields: ['first_name', 'property_address'],
    unknown_fields: [
      { place: 'body', name: 'surname' },
      { place: 'body', name: 'price' },
    ],
  });
  await fill(/Subject/, 'Your property');
  await fill(/Message/, 'Dear {{surname}}, {{price}}?');
  expect(await screen.findByText('{{surname}} and {{price}} are not merge fields.', undefined, afterTyping)).toBeVisible();
  expect(screen.getByRole('checkbox', { name: /Dana/ })).toBeChecked();
  await userEvent.click(screen.getByRole('button', { name: 'Send Campaign' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('are not merge fields');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(asked).toHaveLength(0);

  unreachable('post', '*/property_api/preview_campaign');
  await fill(/Subject/, 'Again: ');
  expect(await screen.findByText(/The preview could not be updated/, undefined, afterTyping)).toBeVisible();
  expect(screen.getByRole('checkbox', { name: /Dana/ })).toBeChecked();
});

test('a button puts a merge field where the cursor is', async () => {
  foresee([person('1', 'Dana')]);
  await show();
  await fill(/Message/, 'Dear ,');
  const message = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Message/ });
  message.setSelectionRange(5, 5);
  await userEvent.click(await screen.findByRole('button', { name: 'First name' }));
  expect(message.value).toMatch(/^Dear \{\{first_name\}\},/);
  expect(message).toHaveFocus();
  expect(message.selectionStart).toBe('Dear {{first_name}}'.length);
  await fill(/Subject/, 'About ');
  await userEvent.click(screen.getByRole('button', { name: 'Property address' }));
  expect(screen.getByRole('textbox', { name: /Subject/ })).toHaveValue('About {{property_address}}');
});

test('each one’s own message can be read before it leaves', async () => {
  foresee([person('1', 'Dana')]);
  await show();
  await userEvent.click(await screen.findByRole('button', { name: 'Preview for Dana' }));
  expect(screen.getByText('Dear Dana,')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Hide preview for Dana' }));
  expect(screen.queryByText('Dear Dana,')).not.toBeInTheDocument();
});

test('what became of a campaign stands in its list', async () => {
  foresee([]);
  await show();
  const list = await screen.findByRole('region', { name: 'Campaigns' });
  expect(within(list).getByText('2 sent, 1 unsubscribed')).toBeVisible();
  expect(within(list).getByText('Finished')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send Campaign' })).toBeDisabled();
});

test('a campaign under way comes further as the server tells of it', async () => {
  foresee([]);
  const list = (more: object) => ({ campaigns: [{ ...campaign, ...more }], postal_address: null, mail_mode: 'smtp' });
  answer('get', '*/property_api/get_campaigns', list({ finished_at: null, queued: 2, sent: 1, suppressed: 0 }));
  await show();
  const region = await screen.findByRole('region', { name: 'Campaigns' });
  expect(within(region).getByText('1 sent, 2 queued')).toBeVisible();
  answer('get', '*/property_api/get_campaigns', list({ finished_at: null, queued: 1, sent: 2, suppressed: 0 }));
  act(() => tell('campaign.progressed'));
  expect(await within(region).findByText('2 sent, 1 queued')).toBeVisible();
  answer('get', '*/property_api/get_campaigns', list({ queued: 0, sent: 3, suppressed: 0 }));
  act(() => tell('campaign.finished'));
  expect(await within(region).findByText('3 sent')).toBeVisible();
  expect(within(region).getByText('Finished')).toBeVisible();
});

test('leaving takes one press and is not done by opening the page', async () => {
  const asked = answer('post', '*/property_api/unsubscribe', { success: true });
  renderScreen(<UnsubscribeScreen token="abc" />);
  expect(asked).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  expect(await screen.findByText('You have been unsubscribed.')).toBeVisible();
  expect(asked).toEqual(['?token=abc']);
});

test('a message to selected contacts says who is not written to, and goes to the others', async () => {
  foresee([]);
  const seen = answer('post', '*/property_api/preview_campaign', {
    recipients: [
      person('c1', 'Dana', { property_address: '', company_name: 'Lee LLC' }),
      person('c2', 'Sam', { email: null }),
      person('c3', 'Lou', { suppressed: true }),
    ],
    duplicates: 2,
    not_found: 0,
    merge_fields: ['first_name'],
    unknown_fields: [],
  });
  const asked = answer('post', '*/property_api/create_campaign', { success: true, campaign });
  renderScreen(<CampaignScreen audience={{ projectId: null, contactIds: ['c1', 'c2', 'c3', 'c4', 'c5'] }} own={null} />);
  expect(await screen.findByText('To 5 selected contacts')).toBeVisible();
  const words = '1 person is written to · 1 has no email address · 1 is unsubscribed · 2 have the address of another one';
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByRole('checkbox', { name: /Dana/ })).toHaveAccessibleDescription('dana@lee.example · Lee LLC');
  expect(seen[0]).toMatchObject({ contact_ids: ['c1', 'c2', 'c3', 'c4', 'c5'] });
  await fill(/Subject/, 'News');
  await userEvent.click(screen.getByRole('button', { name: 'Send Campaign' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send Campaign' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({ contact_ids: ['c1', 'c2', 'c3'], subject: 'News' });
  expect(asked[0]).not.toHaveProperty('project_id');
});

test('without selected contacts it leads to their list, and shows what was sent', async () => {
  foresee([]);
  renderScreen(<CampaignScreen audience={{ projectId: null, contactIds: [] }} own={null} />);
  expect(await screen.findByRole('link', { name: 'Go to contacts' })).toHaveAttribute('href', '/contacts');
  expect(screen.getByText('2 sent, 1 unsubscribed')).toBeVisible();
});

test('it says when none of the selected contacts exists any more', async () => {
  foresee([]);
  renderScreen(<CampaignScreen audience={{ projectId: null, contactIds: ['c1'] }} own={null} />);
  expect(await screen.findByText('None of the selected contacts exists any more.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send Campaign' })).toBeDisabled();
});

test('a campaign to the owners of selected properties names them and goes to them alone', async () => {
  foresee([person('c1', 'Dana')]);
  const asked = answer('post', '*/property_api/preview_campaign', {
    recipients: [person('c1', 'Dana')],
    merge_fields: [],
    unknown_fields: [],
  });
  renderScreen(<CampaignScreen audience={{ projectId: 'p', parcelNumber: null, propertyIds: ['q1', 'q2'] }} own={null} />);
  expect(await screen.findByText('To the owner contacts of 2 selected properties')).toBeVisible();
  await waitFor(() => expect(asked[0]).toMatchObject({ project_id: 'p', property_ids: ['q1', 'q2'] }));
});
