import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../../../testing/render-screen';
import { answer } from '../../../testing/server';
import type { Letter } from '../api';
import { CommentsSection } from './comments-section';
import { ReturnsSection } from './returns-section';
import { VersionsSection } from './versions-section';

const letter: Letter = {
  letter_id: 'l1',
  number: 'LOI-2026-0001',
  letter_version: 1,
  version: 3,
  project_id: 'p1',
  property_id: 'q1',
  ll_uuid: 'u1',
  parcel_number: '041',
  address: '1 Cypress St',
  city: 'Houston',
  owner_name: 'Oak LLC',
  price: 950_000,
  status: 'sent',
  withdrawn_at: null,
  content_hash: 'hash',
  job_id: 'j1',
  pdf: '041/LOI.pdf',
  pdf_state: 'made',
  created_by_name: 'Maya Chen',
  created_at: '2026-11-25T10:00:00Z',
  approved_by_name: 'Maya Chen',
  approved_at: '2026-11-25T11:00:00Z',
  sent_at: '2026-11-25T12:00:00Z',
  expires_at: null,
  expiry: null,
  mail_status: null,
  newer: null,
  replaced_by: null,
  html: '<p>Dear Dana:</p>',
  terms: {},
  report: [],
  events: [],
  transitions: [],
  deadlines: [],
  dates: { psa_executed_on: null, materials_delivered_on: null, refusal: 'The letter is not sent.' },
  date_terms: [],
};
const noDialog = (): void => undefined;
const user = userEvent.setup({ delay: null });

const summary = {
  return_id: 'r1',
  letter_id: 'l1',
  number: 'LOI-2026-0001',
  file_name: 'LOI redlined.docx',
  path: 'f1/p1/r1/LOI redlined.docx',
  author: 'Ana Seller',
  price: 1_000_000,
  created_by_name: 'Maya Chen',
  created_at: '2026-11-26T10:00:00Z',
};
const changes = {
  blocks: [
    {
      old: 0,
      is_formatted: false,
      is_in_table: false,
      pieces: [
        { kind: 'same', text: 'within ', change: null, term: null },
        { kind: 'deleted', text: 'thirty', change: 0, term: null },
        { kind: 'inserted', text: 'ninety', change: 0, term: null },
      ],
    },
  ],
  changes: [{ kind: 'replaced', is_tracked: true, author: 'Ana Seller', at: null }],
  comments: [{ block: 0, quote: 'within', text: 'Too short', author: 'Ana Seller', at: null }],
  terms: [{ term: 'purchase_price', old: '$950,000', new: '$1,000,000' }],
  also_changed: ['closing', 'footer'],
};

const terms = { terms: [{ name: 'purchase_price', label: 'Purchase price' }] };

describe('the versions of a letter', () => {
  it('are listed, and compared side by side', async () => {
    const newer = { ...letter, letter_id: 'l2', number: 'LOI-2026-0001/2', letter_version: 2, status: 'draft' as const, price: 990_000 };
    answer('get', '/property_api/letter_terms', terms);
    answer('get', '/property_api/letters/l2/versions', { versions: [newer, letter] });
    const asked = answer('get', '/property_api/letters/l2/difference', {
      old_number: letter.number,
      new_number: newer.number,
      terms: [{ term: 'purchase_price', old: '$950,000', new: '$990,000' }],
      blocks: [
        {
          old: 0,
          new: 0,
          pieces: [
            { side: 'both', text: 'Dear ' },
            { side: 'old', text: 'Dana' },
            { side: 'new', text: 'Ann' },
          ],
        },
      ],
    });
    renderScreen(<VersionsSection letter={newer} onDialog={noDialog} />);
    await user.click(await screen.findByRole('button', { name: 'Compare with LOI-2026-0001' }));
    const dialog = await screen.findByRole('dialog', { name: 'LOI-2026-0001 and LOI-2026-0001/2' });
    expect(await within(dialog).findByRole('row', { name: 'Purchase price $950,000 $990,000' })).toBeVisible();
    expect(within(dialog).getByRole('region', { name: 'LOI-2026-0001' })).toHaveTextContent('Dear Dana');
    expect(within(dialog).getByRole('region', { name: 'LOI-2026-0001/2' })).toHaveTextContent('Dear Ann');
    expect(asked).toEqual(['?with=l1']);
  });

  it('are compared old to new in the panel of the older one too', async () => {
    const newer: Letter = { ...letter, letter_id: 'l2', number: 'LOI-2026-0001/2', letter_version: 2 };
    answer('get', '/property_api/letter_terms', terms);
    answer('get', '/property_api/letters/l1/versions', { versions: [letter, newer] });
    const asked = answer('get', '/property_api/letters/l2/difference', {
      terms: [{ term: 'purchase_price', old: '$950,000', new: '$990,000' }],
      blocks: [],
    });
    renderScreen(<VersionsSection letter={letter} onDialog={noDialog} />);
    await user.click(await screen.findByRole('button', { name: 'Compare with LOI-2026-0001/2' }));
    const dialog = await screen.findByRole('dialog', { name: 'LOI-2026-0001 and LOI-2026-0001/2' });
    expect(await within(dialog).findByRole('row', { name: 'Purchase price $950,000 $990,000' })).toBeVisible();
    expect(asked).toEqual(['?with=l1']);
  });

  it('end with a signed letter, which can still be downloaded', async () => {
    answer('get', '/property_api/letters/l1/versions', { versions: [letter] });
    renderScreen(<VersionsSection letter={{ ...letter, status: 'signed' }} onDialog={noDialog} />);
    expect(await screen.findByText('LOI-2026-0001, $950,000')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Edit a copy' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Download for Word' })).toHaveAttribute('href', '/property_api/letters/l1/docx');
  });
});

describe('a returned document', () => {
  it('shows its changes, and gives the text with those that are accepted', async () => {
    answer('get', '/property_api/letter_terms', terms);
    answer('get', '/property_api/letters/l1/returns', { returns: [summary] });
    answer('get', '/property_api/letter_returns/r1', { ...summary, changes });
    const accepted = answer('post', '/property_api/letter_returns/r1/text', { html: '<p>within ninety</p>', price: 1_000_000, terms: [] });
    renderScreen(<ReturnsSection letter={letter} onDialog={noDialog} />);
    expect(await screen.findByText('Proposed price: $1,000,000')).toBeVisible();
    const file = screen.getByRole('link', { name: 'LOI redlined.docx' });
    expect(file).toHaveAttribute('href', '/attachment-viewer?file=f1%2Fp1%2Fr1%2FLOI+redlined.docx');
    await user.click(screen.getByRole('button', { name: 'Show the changes of LOI redlined.docx' }));
    const dialog = await screen.findByRole('dialog', { name: 'LOI redlined.docx' });
    expect(await within(dialog).findByText('$1,000,000 instead of $950,000')).toBeVisible();
    expect(within(dialog).getByText('Too short')).toBeVisible();
    expect(within(dialog).getByText('Also changed, and not taken over: the closing, the footer.')).toBeVisible();
    expect(within(dialog).getByText('0 of 1 accepted')).toBeVisible();
    await user.click(within(dialog).getByRole('checkbox', { name: 'Replaced by Ana Seller' }));
    await user.click(within(dialog).getByRole('button', { name: 'Make the next version with these changes' }));
    expect(await screen.findByRole('dialog', { name: 'Edit a copy of LOI-2026-0001' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Purchase price' })).toHaveFocus());
    expect(accepted).toEqual([{ accepted: [0] }]);
    expect(screen.getByRole('textbox', { name: 'Purchase price' })).toHaveValue('$1,000,000');
  });

  it('of another letter is compared only', async () => {
    answer('get', '/property_api/letters/l1/returns', { returns: [] });
    answer('post', '/property_api/letters/l1/counter', { returned: null, compared_only: 'other_letter', changes });
    renderScreen(<ReturnsSection letter={letter} onDialog={noDialog} />);
    await screen.findByText('Nothing came back yet.');
    const file = new File(['x'], 'other.docx');
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('no input');
    await user.upload(input, file);
    expect(await screen.findByText('This document is of another letter. It was compared only, and not stored.')).toBeVisible();
  });

  it('is not asked for before the letter was sent, and a failure is not an empty list', async () => {
    answer('get', '/property_api/letters/l1/returns', { detail: 'x' }, 404);
    const { unmount } = renderScreen(<ReturnsSection letter={letter} onDialog={noDialog} />);
    expect(await screen.findByText('The documents could not be loaded.')).toBeVisible();
    unmount();
    renderScreen(<ReturnsSection letter={{ ...letter, status: 'draft' }} onDialog={noDialog} />);
    expect(screen.queryByRole('region', { name: 'Returned documents' })).not.toBeInTheDocument();
  });
});

describe('the dates of a copy', () => {
  const term = (name: string, label: string, value: string) => ({ term: name, label, value, is_time: value.includes('T'), is_field: true });
  const field = (name: string, text: string): string => `<span data-term="${name}">${text}</span>`;
  const html = `<p>Diligence: <span data-term="dd_days" data-fmt="days_capital">Sixty (60) days</span>; ${field('ext_days', 'fifteen (15) days')}</p>`;
  const dated: Letter = {
    ...letter,
    html,
    date_terms: [
      term('dd_days', 'Due diligence in days', '60'),
      term('ext_days', 'Extension of closing in days', '15'),
      { ...term('expires_at', 'Expiry', '2026-12-15T17:00'), is_field: false },
    ],
  };
  const copyOf = (shown: Letter): void => {
    answer('get', '/property_api/letters/l1/versions', { versions: [shown] });
    renderScreen(<VersionsSection letter={shown} onDialog={noDialog} />);
  };
  const withChanges = async (text: string, said: readonly unknown[]): Promise<void> => {
    answer('get', '/property_api/letter_terms', terms);
    answer('get', '/property_api/letters/l1/returns', { returns: [summary] });
    answer('get', '/property_api/letter_returns/r1', { ...summary, changes });
    answer('post', '/property_api/letter_returns/r1/text', { html: text, price: null, terms: said });
    renderScreen(<ReturnsSection letter={dated} onDialog={noDialog} />);
    await user.click(await screen.findByRole('button', { name: 'Show the changes of LOI redlined.docx' }));
    await user.click(await screen.findByRole('button', { name: 'Make the next version with these changes' }));
    await screen.findByRole('dialog', { name: 'Edit a copy of LOI-2026-0001' });
  };

  it('are entered beside the price, and the text keeps their fields', async () => {
    copyOf(dated);
    const copied = answer('post', '/property_api/letters/l1/copy', { ...letter, number: 'LOI-2026-0001/2' });
    await user.click(await screen.findByRole('button', { name: 'Edit a copy' }));
    expect(await screen.findByText(/their dates come from the letter as first made: Expiry\./)).toBeVisible();
    const days = screen.getByRole('textbox', { name: 'Due diligence in days' });
    expect(days).toHaveValue('60');
    await user.clear(days);
    await user.click(screen.getByRole('button', { name: 'Make the version' }));
    expect(screen.getByText('Enter a whole number of days.')).toBeVisible();
    await user.type(days, '45');
    await user.click(screen.getByRole('button', { name: 'Make the version' }));
    await waitFor(() => expect(copied).toHaveLength(1));
    expect(copied[0]).toMatchObject({ html, terms: { dd_days: '45', ext_days: '15' } });
  });

  it('are those of an accepted document, or asked for', async () => {
    const text = html.replace('Sixty (60)', 'Forty-five (45)').replace('fifteen (15)', 'twenty (30)');
    await withChanges(text, [
      { term: 'dd_days', text: 'Forty-five (45) days', value: '45', sentence: null },
      { term: 'ext_days', text: 'twenty (30) days', value: null, sentence: 'Its words and its figure are not the same number.' },
    ]);
    const copied = answer('post', '/property_api/letters/l1/copy', { ...letter, number: 'LOI-2026-0001/2' });
    expect(screen.getByRole('textbox', { name: 'Due diligence in days' })).toHaveValue('45');
    expect(screen.getByText('The document says “twenty (30) days”.')).toBeVisible();
    expect(screen.getByText('Its words and its figure are not the same number.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Make the version' }));
    expect(copied).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: 'Extension of closing in days' }), '30');
    await user.click(screen.getByRole('button', { name: 'Make the version' }));
    await waitFor(() => expect(copied).toHaveLength(1));
    expect(copied[0]).toMatchObject({ terms: { dd_days: '45', ext_days: '30' } });
  });

  it('of a term that the text has lost end only when a person says so', async () => {
    await withChanges(html.replace(`; ${field('ext_days', 'fifteen (15) days')}`, ''), []);
    const copied = answer('post', '/property_api/letters/l1/copy', { ...letter, number: 'LOI-2026-0001/2' });
    expect(screen.getByText('Put the field back, or confirm this.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Make the version' }));
    expect(copied).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: 'The letter says nothing of: Extension of closing in days' }));
    await user.click(screen.getByRole('button', { name: 'Make the version' }));
    await waitFor(() => expect(copied).toHaveLength(1));
    expect(copied[0]).toMatchObject({ terms: { dd_days: '60', ext_days: null } });
  });
});

describe('comments on a letter', () => {
  const comment = {
    comment_id: 'c1',
    letter_id: 'l1',
    block: 0,
    quote: 'Dear Dana:',
    text: 'Ms Lee?',
    created_by: 'somebody',
    created_by_name: 'Maya Chen',
    created_at: '2026-11-26T10:00:00Z',
    edited_at: null,
    resolved_at: null,
    resolved_by_name: null,
    version: 4,
  };

  it('are added on the whole letter', async () => {
    answer('get', '/property_api/letters/l1/comments', { comments: [] });
    const added = answer('post', '/property_api/letters/l1/comments', comment);
    renderScreen(<CommentsSection letter={letter} />);
    await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Ms Lee?');
    await user.click(screen.getByRole('button', { name: 'Add the comment' }));
    await waitFor(() => expect(added).toEqual([{ text: 'Ms Lee?', block: null }]));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue(''));
  });

  it('of others are resolved, not edited', async () => {
    answer('get', '/property_api/letters/l1/comments', { comments: [comment] });
    const changed = answer('patch', '/property_api/letter_comments/c1', { ...comment, resolved_at: '2026-11-26T11:00:00Z' });
    renderScreen(<CommentsSection letter={letter} />);
    expect(await screen.findByText('On “Dear Dana:”')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Resolve' }));
    await waitFor(() => expect(changed).toEqual([{ version: 4, resolved: true }]));
  });
});
