import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen';
import { answer, server, unreachable } from '../../testing/server';
import { SignScreen } from './sign-screen';

const token = 'dG9rZW4tb2YtYS1saW5rLXRoYXQtaXMtMzItYnl0ZXM';
const invitation = {
  state: 'open',
  firm: 'Meridian Land Partners',
  sender_name: 'Maya Chen',
  property: '12 Cypress St',
  number: 'LOI-2026-0042',
  expires_at: '2026-12-25T18:00:00Z',
  name: 'Dana Lee',
  capacity: 'Manager of Oak LLC',
};
const letter = {
  html: '<p>We offer $950,000<script>alert(1)</script></p>',
  pdf_sha256: 'aa',
  content_hash: 'hash of the letter',
  consent: { version: '2026-11-25', text: 'I agree to sign this letter electronically.' },
  signed_at: null,
  can_sign: true,
  why_not: null,
  signed: [],
};
const receipt = {
  number: 'LOI-2026-0042',
  signed_at: '2026-11-25T20:05:09Z',
  name: 'Dana Q. Lee',
  content_hash: 'hash of the letter',
  complete: false,
};
const closed = (why: string, error: string) => ({ code: 'letter_link.closed', error, why });

beforeEach(() => {
  window.history.replaceState(null, '', `/sign#${token}`);
});

function visit(over: Partial<typeof invitation> = {}) {
  answer('get', '/property_api/sign', { ...invitation, ...over });
  renderScreen(<SignScreen />);
  return userEvent.setup({ delay: null });
}

async function read(over: object = {}) {
  const opened = answer('post', '/property_api/sign/open', { ...letter, ...over });
  const user = visit();
  await user.click(await screen.findByRole('button', { name: 'Read the letter' }));
  await screen.findByRole('article', { name: 'Text of the letter' });
  return { user, opened };
}

describe('a link to a letter', () => {
  it('tells who sends what to whom, without the text, and hides the token', async () => {
    const headers: (string | null)[] = [];
    server.use(
      http.get('/property_api/sign', ({ request }) => {
        headers.push(request.headers.get('x-letter-token'));
        return HttpResponse.json(invitation);
      }),
    );
    renderScreen(<SignScreen />);
    expect(await screen.findByRole('heading', { name: 'You have a letter to read and sign' })).toBeVisible();
    for (const fact of ['Meridian Land Partners', 'Maya Chen, Meridian Land Partners', '12 Cypress St', 'LOI-2026-0042'])
      expect(screen.getByText(fact)).toBeVisible();
    expect(screen.getByText('Dana Lee, Manager of Oak LLC')).toBeVisible();
    expect(screen.getByText(/^December 25, 2026 at /)).toBeVisible();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    expect(headers).toEqual([token]);
    expect(window.location.hash).toBe('');
    expect(sessionStorage.getItem('letter_token')).toBe(token);
    expect(document.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    expect(document.querySelector('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer');
  });

  it('is another one when its fragment changes', async () => {
    visit();
    await screen.findByText('LOI-2026-0042');
    answer('get', '/property_api/sign', { ...invitation, number: 'LOI-2026-0043' });
    window.location.hash = 'another';
    expect(await screen.findByText('LOI-2026-0043')).toBeVisible();
    await waitFor(() => expect(window.location.hash).toBe(''));
  });

  it('shows the letter, and saves its PDF', async () => {
    const { user } = await read({ signed: [{ name: 'Ann Oak', capacity: '', at: '2026-11-25T19:00:00Z' }] });
    const text = screen.getByRole('article');
    expect(text).toHaveTextContent('We offer $950,000');
    expect(text.querySelector('script')).toBeNull();
    expect(screen.getByText('I agree to sign this letter electronically.')).toBeVisible();
    expect(screen.getByText('Signed by Ann Oak')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    URL.createObjectURL = vi.fn(() => 'blob:letter');
    URL.revokeObjectURL = vi.fn();
    server.use(http.get('/property_api/sign/pdf', () => HttpResponse.arrayBuffer(new ArrayBuffer(4))));
    await user.click(screen.getByRole('button', { name: 'Download the PDF' }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  });

  it('reports a person only after five seconds and input', async () => {
    const now = performance.now.bind(performance);
    let later = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
    const { opened } = await read();
    expect(opened).toMatchObject([{ input: true }]);
    expect((opened[0] as { visible_ms: number }).visible_ms).toBeLessThan(5_000);
    later = 6_000;
    await waitFor(() => expect(opened).toHaveLength(2));
    expect((opened[1] as { visible_ms: number }).visible_ms).toBeGreaterThanOrEqual(5_000);
  });
});

describe('signing', () => {
  it('asks for what lacks, beside the fields', async () => {
    const { user } = await read();
    await user.click(screen.getByRole('button', { name: 'Sign the letter' }));
    expect(screen.getByText('Please enter your full name.')).toBeVisible();
    expect(screen.getByText('Please enter your initials.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Your full name' })).toHaveFocus();
    expect(screen.getByRole('checkbox')).toHaveAccessibleDescription('Please confirm that you intend this as your signature.');
  });

  async function sign(user: ReturnType<typeof userEvent.setup>) {
    await user.type(screen.getByRole('textbox', { name: 'Your full name' }), 'Dana Q. Lee');
    await user.type(screen.getByRole('textbox', { name: 'Your title' }), 'Manager');
    await user.type(screen.getByRole('textbox', { name: 'Your initials' }), 'DL');
    await user.click(screen.getByRole('checkbox', { name: 'I intend this as my signature' }));
    await user.click(screen.getByRole('button', { name: 'Sign the letter' }));
  }

  it('sends the signature with one key, and shows the receipt', async () => {
    const { user } = await read();
    unreachable('post', '/property_api/sign/sign');
    await sign(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('nothing is signed twice');
    const asked = answer('post', '/property_api/sign/sign', receipt) as { request_key: string }[];
    await user.click(screen.getByRole('button', { name: 'Sign the letter' }));
    expect(await screen.findByRole('heading', { name: 'You signed the letter' })).toHaveFocus();
    expect(screen.getByRole('status')).toHaveTextContent('Others still sign.');
    for (const fact of ['LOI-2026-0042', 'Dana Q. Lee', 'hash of the letter']) expect(screen.getByText(fact)).toBeVisible();
    expect(asked).toMatchObject([
      {
        full_name: 'Dana Q. Lee',
        title: 'Manager',
        initials: 'DL',
        intent: true,
        consent_version: '2026-11-25',
        content_hash: 'hash of the letter',
      },
    ]);
    expect(asked[0]?.request_key).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('shows the server’s message at its field', async () => {
    const { user } = await read();
    answer(
      'post',
      '/property_api/sign/sign',
      { code: 'request.invalid', error: 'Use one line.', errors: { full_name: 'Use one line.' } },
      400,
    );
    await sign(user);
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Your full name' })).toHaveAccessibleDescription('Use one line.'));
  });

  it('ends when the letter was withdrawn meanwhile', async () => {
    const { user } = await read();
    answer('post', '/property_api/sign/sign', closed('withdrawn', 'The sender withdrew the letter.'), 409);
    await sign(user);
    expect(await screen.findByRole('heading', { name: 'This letter was withdrawn' })).toBeVisible();
    expect(screen.getByText('The sender withdrew the letter.')).toBeVisible();
    expect(screen.getByText('If you have questions, please ask Maya Chen of Meridian Land Partners.')).toBeVisible();
  });

  it('is over for somebody who has signed', async () => {
    const { user } = await read({ can_sign: false, why_not: 'You have signed the letter. Others have not yet.' });
    expect(screen.getByText('You have signed the letter. Others have not yet.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Sign the letter' })).not.toBeInTheDocument();
    expect(user).toBeDefined();
  });
});

describe('another answer', () => {
  it('declines with a reason after a question', async () => {
    const { user } = await read();
    const asked = answer('post', '/property_api/sign/decline', {
      number: 'LOI-2026-0042',
      declined_at: '2026-11-25T20:05:09Z',
      reason: 'price',
    });
    await user.click(screen.getByRole('button', { name: 'Decline' }));
    const form = screen.getByRole('region', { name: 'Decline' });
    await user.click(within(form).getByRole('button', { name: 'Decline' }));
    expect(within(form).getByText('Please choose a reason.')).toBeVisible();
    await user.click(within(form).getByRole('radio', { name: 'The price' }));
    await user.type(within(form).getByRole('textbox'), 'Too low');
    await user.click(within(form).getByRole('button', { name: 'Decline' }));
    expect(screen.getByRole('heading', { name: 'Decline the letter?' })).toHaveFocus();
    expect(asked).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Yes, decline the letter' }));
    expect(await screen.findByRole('heading', { name: 'You declined the letter' })).toBeVisible();
    expect(screen.getByText('The price')).toBeVisible();
    expect(asked).toEqual([{ reason: 'price', text: 'Too low' }]);
  });

  it('names the right person before the letter is read', async () => {
    const user = visit();
    await user.click(await screen.findByRole('button', { name: 'I am not the right person' }));
    await user.click(screen.getByRole('button', { name: 'Tell the sender' }));
    expect(screen.getByText('Please enter a name.')).toBeVisible();
    const asked = answer('post', '/property_api/sign/not_me', { number: 'LOI-2026-0042', name: 'Ann Oak', email: 'ann@oak.example' });
    await user.type(screen.getByRole('textbox', { name: 'Name of the right person' }), 'Ann Oak');
    await user.type(screen.getByRole('textbox', { name: 'E-mail address' }), 'ann@oak.example');
    await user.click(screen.getByRole('button', { name: 'Tell the sender' }));
    expect(await screen.findByRole('status')).toHaveTextContent('is told that Ann Oak (ann@oak.example) should sign.');
    expect(asked).toEqual([{ name: 'Ann Oak', email: 'ann@oak.example' }]);
  });

  it('explains how to sign on paper', async () => {
    const { user } = await read();
    await user.click(screen.getByRole('button', { name: 'I want paper instead' }));
    expect(screen.getByRole('region', { name: 'I want paper instead' })).toHaveTextContent(
      'return it to Maya Chen of Meridian Land Partners',
    );
  });
});

describe('a link that has ended', () => {
  it.each([
    ['declined', 'This letter was declined'],
    ['revoked', 'This link is closed'],
    ['expired', 'This letter has expired'],
    ['superseded', 'This letter is no longer current'],
    ['withdrawn', 'This letter was withdrawn'],
  ])('says that it is %s, and whom to ask', async (state, title) => {
    visit({ state });
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByText('If you have questions, please ask Maya Chen of Meridian Land Partners.')).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('is unknown to the server, or not complete', async () => {
    answer('get', '/property_api/sign', { code: 'letter_link.not_found', error: 'There is no letter at this link.' }, 404);
    const { unmount } = renderScreen(<SignScreen />);
    expect(await screen.findByRole('heading', { name: 'There is no letter at this link' })).toBeVisible();
    unmount();
    sessionStorage.clear();
    renderScreen(<SignScreen />);
    expect(screen.getByText(/please ask the person who sent you the link/)).toBeVisible();
  });

  it('can be loaded again after a failure of the network', async () => {
    unreachable('get', '/property_api/sign');
    renderScreen(<SignScreen />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    answer('get', '/property_api/sign', invitation);
    await userEvent.click(again);
    expect(await screen.findByText('LOI-2026-0042')).toBeVisible();
  });
});
