import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderScreen, signedIn } from '../../testing/render-screen';
import { answer, unreachable } from '../../testing/server';
import { approvalWords } from './letter-approval';
import { LetterApprovalSection } from './letter-approval-section';

const settings = {
  letter_threshold: 500_000 as number | null,
  job_threshold: null as number | null,
  approver_may_be_author: false,
  version: 3,
};
const everyone = 'Every user may approve every letter, also its author.';

it('says what the settings mean', () => {
  const words = (over: Partial<typeof settings>) => approvalWords({ ...settings, ...over });
  expect(words({ letter_threshold: null })).toBe(everyone);
  expect(words({ approver_may_be_author: true })).toBe(everyone);
  expect(words({})).toBe('A second person, not the author, must approve a letter above $500,000. Every user may approve all others.');
  expect(words({ job_threshold: 2_000_000.5 })).toMatch(
    /approve a letter above \$500,000, and every letter of those made together for more than \$2,000,000\.50 in all\./,
  );
  expect(words({ letter_threshold: null, job_threshold: 1 })).toMatch(
    /must approve every letter of those made together for more than \$1 in all\./,
  );
});

it('is read by those who are not admins', async () => {
  signedIn();
  answer('get', '/property_api/letter_settings', settings);
  renderScreen(<LetterApprovalSection />);
  expect(await screen.findByText(/must approve a letter above \$500,000\./)).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('is changed by admins, and says what the change means', async () => {
  signedIn('admin');
  answer('get', '/property_api/letter_settings', settings);
  renderScreen(<LetterApprovalSection />);
  const user = userEvent.setup({ delay: null });
  const letter = await screen.findByLabelText('Price of a letter above');
  expect(letter).toHaveValue('$500,000');
  const save = screen.getByRole('button', { name: 'Save Approval' });
  expect(save).toBeDisabled();
  await user.clear(letter);
  expect(screen.getByText(everyone)).toBeVisible();
  await user.type(screen.getByLabelText('Sum of letters made together above'), '2000000');
  await user.click(screen.getByRole('switch', { name: 'The author may approve above these amounts too' }));
  expect(screen.getByText(/While the author may, the amounts have no effect\.$/)).toBeVisible();
  await user.click(screen.getByRole('switch', { name: 'The author may approve above these amounts too' }));
  const after = { letter_threshold: null, job_threshold: 2_000_000, approver_may_be_author: false };
  const asked = answer('put', '/property_api/letter_settings', { ...after, version: 4 });
  await user.click(save);
  expect(await screen.findByText('Approval of letters updated successfully!')).toBeVisible();
  expect(asked).toEqual([{ ...after, version: 3 }]);
  await waitFor(() => expect(save).toHaveAttribute('aria-disabled', 'true'));
});

it('shows beside what was typed what another admin saved meanwhile', async () => {
  signedIn('admin');
  answer('get', '/property_api/letter_settings', settings);
  renderScreen(<LetterApprovalSection />);
  const user = userEvent.setup({ delay: null });
  await user.type(await screen.findByLabelText('Sum of letters made together above'), '9');
  const sentence = 'Dana Ruiz changed these settings just now. Please check them and save again.';
  answer('put', '/property_api/letter_settings', { message: sentence }, 409);
  answer('get', '/property_api/letter_settings', { ...settings, letter_threshold: 700_000, version: 4 });
  await user.keyboard('{Enter}');
  expect(await screen.findByText(sentence)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Price of a letter above')).toHaveValue('$700,000'));
  expect(screen.getByLabelText('Sum of letters made together above')).toHaveValue('$9');
  const asked = answer('put', '/property_api/letter_settings', { ...settings, version: 5 });
  await user.click(screen.getByRole('button', { name: 'Save Approval' }));
  await waitFor(() => expect(asked).toMatchObject([{ letter_threshold: 700_000, job_threshold: 9, version: 4 }]));
});

it('says that the settings cannot be loaded', async () => {
  unreachable('get', '/property_api/letter_settings');
  renderScreen(<LetterApprovalSection />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load who approves letters');
});
