import { describe, expect, it } from 'vitest';
import { senderOf, usualDisclaimer, type Letterhead } from './sender';

const letterhead = (firm: Partial<Letterhead['firm']> = {}, sender: Partial<Letterhead['sender']> = {}): Letterhead => ({
  firm: {
    name: 'Meridian Land Partners',
    logo_url: null,
    address_lines: ['1400 Main Street', 'Houston, Texas 77002'],
    phone_number: '(713) 555-0100',
    website: 'https://www.meridian.example',
    signatory_title: null,
    disclaimer: null,
    ...firm,
  },
  sender: {
    user_id: '00000000-0000-7000-8000-000000000001',
    name: 'Marcus Okafor',
    job_title: null,
    email: 'analyst@meridian.example',
    phone_number: null,
    signature_url: null,
    ...sender,
  },
});

describe('senderOf', () => {
  it('shows the firm’s own address block, not the user’s data', () => {
    const { lines } = senderOf(letterhead(), undefined, undefined);
    expect(lines).toEqual(['1400 Main Street', 'Houston, Texas 77002', '(713) 555-0100', 'www.meridian.example']);
  });

  it('names the firm in words beside a logo', () => {
    expect(senderOf(letterhead(), 'data:image/png;base64,AA', undefined).lines[0]).toBe('Meridian Land Partners');
  });

  it.each([
    ['Investment Analyst', 'Partner', 'Investment Analyst'],
    [null, 'Partner', 'Partner'],
    [null, null, 'Director, Investments'],
  ])('with job title %j and the firm’s %j the sender is %j', (job_title, signatory_title, title) => {
    expect(senderOf(letterhead({ signatory_title }, { job_title }), undefined, undefined).title).toBe(title);
  });

  it('keeps the firm’s disclaimer, else the usual one', () => {
    expect(senderOf(letterhead({ disclaimer: 'Ours.' }), undefined, undefined).disclaimer).toBe('Ours.');
    expect(senderOf(letterhead(), undefined, undefined).disclaimer).toBe(usualDisclaimer);
    expect(usualDisclaimer).toContain('signed a Purchase and Sale Agreement');
  });
});
