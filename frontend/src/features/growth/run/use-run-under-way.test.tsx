import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderScreen, signedIn } from '../../../testing/render-screen';
import { answer } from '../../../testing/server';
import { useRuns } from '../api/runs';
import { useRunUnderWay } from './use-run-under-way';

const me = '00000000-0000-7000-8000-000000000001';
const run = (run_id: string, state: string, created_by: string) => ({ run_id, state, created_by });

function Probe({ shown, show }: { readonly shown: string | undefined; readonly show: (runId: string) => void }) {
  useRunUnderWay(shown, show);
  return <p>{useRuns('prediction').data ? 'listed' : 'waiting'}</p>;
}

async function arrive(runs: readonly object[], shown?: string) {
  signedIn();
  answer('get', '/api-2/growth_runs', { runs: [...runs] as never });
  const show = vi.fn();
  renderScreen(<Probe shown={shown} show={show} />);
  await waitFor(() => expect(screen.getByText('listed')).toBeInTheDocument());
  return show;
}

it('finds the own run under way, neither an ended one nor that of a colleague', async () => {
  const show = await arrive([run('theirs', 'running', 'somebody'), run('ended', 'succeeded', me), run('mine', 'queued', me)]);
  expect(show).toHaveBeenCalledExactlyOnceWith('mine');
});

it('leaves the run of the address where it is', async () => {
  expect(await arrive([run('mine', 'running', me)], 'another')).not.toHaveBeenCalled();
});
