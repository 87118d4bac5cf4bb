import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderScreen, signedIn } from '../../../testing/render-screen';
import { answer } from '../../../testing/server';
import { RunUnderWay } from './run-under-way';

const me = '00000000-0000-7000-8000-000000000001';
const run = (run_id: string, state: string, created_by: string) => ({ run_id, state, created_by, name: null, layers: null });

function arrive(...runs: ReturnType<typeof run>[]) {
  signedIn();
  const asked = answer('get', '/api-2/growth_runs', { runs });
  const show = vi.fn();
  renderScreen(<RunUnderWay onShow={show} />);
  return { asked, show };
}

it('leads to the own run under way, neither to an ended one nor to that of a colleague', async () => {
  const { show } = arrive(run('theirs', 'running', 'somebody'), run('ended', 'succeeded', me), run('mine', 'queued', me));
  await userEvent.setup({ delay: null }).click(await screen.findByRole('button', { name: 'Show' }));
  expect(show).toHaveBeenCalledExactlyOnceWith('mine');
});

it('is silent where there is none', async () => {
  const { asked } = arrive(run('theirs', 'running', 'somebody'));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});
