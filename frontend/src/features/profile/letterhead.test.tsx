import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer } from '../../testing/server';
import { LetterheadForm } from './letterhead-form';
import { SignatureField } from './signature-field';

const letterhead = {
  firm: {
    name: 'Meridian Land Partners',
    logo_url: null,
    address_lines: ['1400 Main Street', 'Houston, Texas 77002'],
    phone_number: '(713) 555-0100',
    website: null,
    signatory_title: null,
    disclaimer: null,
  },
  sender: {
    user_id: '00000000-0000-7000-8000-000000000001',
    name: 'Maya Ortiz',
    job_title: null,
    email: 'maya@meridian.example',
    phone_number: null,
    signature_url: null as string | null,
  },
};
const signed = { ...letterhead, sender: { ...letterhead.sender, signature_url: '/api/letterhead/images/1' } };
const image = (size: number) => new File([new Uint8Array(size)], 'me.png', { type: 'image/png' });

it('saves the firm’s address line by line, with what else letters show', async () => {
  answer('get', '/api/letterhead', letterhead);
  const asked = answer('put', '/api/letterhead', { ...letterhead, firm: { ...letterhead.firm, signatory_title: 'Partner' } });
  renderScreen(<LetterheadForm />);
  const user = userEvent.setup({ delay: null });
  expect(await screen.findByLabelText('Address')).toHaveValue('1400 Main Street\nHouston, Texas 77002');
  const save = screen.getByRole('button', { name: 'Save Letterhead' });
  expect(save).toBeDisabled();
  await user.type(screen.getByLabelText('Title of signatory'), 'Partner');
  await user.click(save);
  expect(await screen.findByText('Letterhead updated successfully!')).toBeVisible();
  expect(asked).toMatchObject([{ address_lines: ['1400 Main Street', 'Houston, Texas 77002'], signatory_title: 'Partner', website: '' }]);
  expect(save).toHaveAttribute('aria-disabled', 'true');
});

it('says beside the field what the server refuses', async () => {
  answer('get', '/api/letterhead', letterhead);
  const sentence = 'Use an address such as www.example.com.';
  answer('put', '/api/letterhead', { message: sentence, errors: { website: sentence } }, 422);
  renderScreen(<LetterheadForm />);
  const user = userEvent.setup({ delay: null });
  await user.type(await screen.findByLabelText('Website'), 'x{Enter}');
  expect(await screen.findByLabelText('Website')).toBeInvalid();
});

it('takes an image as the own signature, shows it, and removes it again', async () => {
  answer('get', '/api/letterhead', letterhead);
  const uploaded = answer('post', '/api/upload_signature', signed);
  answer('post', '/api/remove_signature', letterhead);
  renderScreen(<SignatureField />);
  const user = userEvent.setup({ delay: null });
  expect(await screen.findByText('No signature yet: your letters have a line to sign on.')).toBeVisible();
  await user.upload(screen.getByLabelText('Signature on letters file'), image(2_097_153));
  expect(await screen.findByText('Image too large (max 2MB). Choose a smaller file.')).toBeVisible();
  expect(uploaded).toHaveLength(0);
  await user.upload(screen.getByLabelText('Signature on letters file'), image(10));
  expect(await screen.findByAltText('Your signature')).toHaveAttribute('src', '/api/letterhead/images/1');
  await user.click(screen.getByRole('button', { name: 'Remove signature' }));
  expect(await screen.findByText('No signature yet: your letters have a line to sign on.')).toBeVisible();
});

it('draws strokes, clears them, and saves only what was drawn', async () => {
  answer('get', '/api/letterhead', letterhead);
  renderScreen(<SignatureField />);
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('button', { name: 'Draw signature' }));
  const dialog = await screen.findByRole('dialog', { name: 'Draw Signature' });
  const pad = within(dialog).getByRole('img', { name: 'Signature box' });
  Object.assign(pad, { setPointerCapture: () => undefined });
  const save = within(dialog).getByRole('button', { name: 'Save Signature' });
  expect(save).toBeDisabled();
  fireEvent.pointerDown(pad, { pointerId: 1, button: 0, clientX: 10, clientY: 10 });
  fireEvent.pointerMove(pad, { pointerId: 1, clientX: 40, clientY: 30 });
  fireEvent.pointerUp(pad, { pointerId: 1 });
  fireEvent.pointerMove(pad, { pointerId: 1, clientX: 90, clientY: 90 });
  expect(pad.querySelector('path')).toHaveAttribute('d', 'M10 10L40 30');
  expect(save).toBeEnabled();
  await user.click(within(dialog).getByRole('button', { name: 'Clear' }));
  expect(save).toBeDisabled();
});
