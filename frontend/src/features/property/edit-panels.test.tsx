import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer } from '../../testing/server';
import type { Contact, Property } from './api';
import { ContactRow } from './contact-row';
import { SiteSpecificsPanel } from './facts-panels';
import { OverviewPanel } from './overview-panel';
import { ValuationPanel } from './valuation-panel';

const property = {
  parcel_number: '042',
  edits: [],
  address: '4117 Cypress St',
  square_feet: 1200,
  property_name: 'Dock',
  appraised_value: 1_000_000,
  market_value: 800_000,
  offer_value: 777_777,
  flood_zone: 'X',
  flood_zone_subtype: '0.2 PCT ANNUAL CHANCE FLOOD HAZARD',
  contact_ids: [],
} as unknown as Property;
const contact = { contact_id: 'c1', first_name: 'Ada', last_name: 'Byron', title: null, email: 'ada@owners.example' } as unknown as Contact;
const key = { parcelNumber: '042', projectId: 'p1' };
const user = userEvent.setup({ delay: null });

const panels = [
  ['Square Feet', 'update_square_feet', <OverviewPanel key="overview" property={property} propertyKey={key} />],
  ['Total Value', 'update_total_value', <ValuationPanel key="values" property={property} propertyKey={key} onOfferDraft={vi.fn()} />],
  ['First name', 'update_contact', <ContactRow key="contact" contact={contact} propertyKey={key} />],
] as const;

it.each(panels)('is edited by keyboard alone: %s first, Enter saves, Esc cancels, and the focus comes back', async (first, call, panel) => {
  const saved = answer('post', `/property_api/${call}`, { success: true });
  renderScreen(panel);
  await user.click(screen.getByRole('button', { name: /^Edit/ }));
  expect(screen.getByLabelText(first)).toHaveFocus();
  await user.keyboard('5{Escape}');
  expect(screen.queryByLabelText(first)).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Edit/ })).toHaveFocus();
  expect(saved).toHaveLength(0);

  await user.keyboard('{Enter}');
  await user.type(screen.getByLabelText(first), '7{Enter}');
  await waitFor(() => expect(saved).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole('button', { name: /^Edit/ })).toHaveFocus());
});

it('asks before a page with an open edit is left, but not when nothing was changed', async () => {
  const { router } = renderScreen(<OverviewPanel property={property} propertyKey={key} />);
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await user.type(screen.getByLabelText('Property Name'), ' 7');
  await act(() => router.navigate('/elsewhere'));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(screen.getByLabelText('Property Name')).toHaveValue('Dock 7');
  await user.type(screen.getByLabelText('Property Name'), '{Backspace}{Backspace}');
  await act(() => router.navigate('/elsewhere'));
  expect(await screen.findByText('another page')).toBeInTheDocument();
});

it('keeps an offer of the person’s own when the edit of the values is cancelled', async () => {
  renderScreen(<ValuationPanel property={property} propertyKey={key} onOfferDraft={vi.fn()} />);
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await user.type(screen.getByLabelText('Market Value'), '1');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('$777,777')).toBeInTheDocument();
});

it('saves why an offer is made, below the four values, also when only the reason is new', async () => {
  const saved = answer('post', '/property_api/update_offer_value', { success: true });
  renderScreen(<ValuationPanel property={property} propertyKey={key} onOfferDraft={vi.fn()} />);
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const labels = screen.getAllByRole<HTMLInputElement>('textbox').map((field) => field.labels?.[0]?.textContent);
  expect(labels).toEqual(['Total Value', 'Appraised Value', 'Market Value', 'Offer Value', 'Reason']);
  await user.type(screen.getByLabelText('Reason'), " The broker's word {Enter}");
  const offer = { parcel_number: '042', project_id: 'p1', offer_value: 777_777 };
  await waitFor(() => expect(saved).toEqual([{ ...offer, reason: "The broker's word" }]));
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  expect(screen.getByLabelText('Reason')).toHaveValue('');
  await user.clear(screen.getByLabelText('Offer Value'));
  await user.type(screen.getByLabelText('Offer Value'), '900000{Enter}');
  await waitFor(() => expect(saved).toHaveLength(2));
  expect(saved[1]).toEqual({ ...offer, offer_value: 900_000 });
});

it('takes no reason where there is no offer', async () => {
  renderScreen(<ValuationPanel property={{ ...property, offer_value: null }} propertyKey={key} onOfferDraft={vi.fn()} />);
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  expect(screen.getByLabelText('Reason')).toBeDisabled();
  await user.type(screen.getByLabelText('Offer Value'), '5');
  expect(screen.getByLabelText('Reason')).toBeEnabled();
});

it('says what the county means, with its own words beside', () => {
  renderScreen(<SiteSpecificsPanel property={property} />);
  const panel = within(screen.getByRole('region', { name: 'Site Specifics' }));
  expect(panel.getByText('Moderate or low flood risk')).toBeInTheDocument();
  expect(panel.getByText('0.2 % annual chance flood hazard')).toBeInTheDocument();
  expect(panel.getByText('0.2 PCT ANNUAL CHANCE FLOOD HAZARD')).toBeInTheDocument();
});
