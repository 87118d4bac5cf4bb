import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { renderScreen } from '../../../../testing/render-screen';
import { answer } from '../../../../testing/server';
import { done, idOf, json, project, result, run } from '../test/stage';
import { ProjectStanding, StandingLine } from './project-standing';

const runs = (...of: (typeof done)[]) => answer('get', '*/api-2/search_runs', json({ runs: of }));
const explained = (explanation: object) => answer('get', `*/api-2/search_runs/${run}/results/*`, json(explanation));
const ofProperty = { projectId: project, llUuid: idOf(4) };
const parcel = { list: 'ranked', is_judged_now: false, result: result(4, { score: 71 }), site: null };

it('says how a parcel stands in the newest finished run, and leads to its results', async () => {
  runs({ ...done, run_id: 'newer', state: 'running' }, done);
  explained(parcel);
  renderScreen(<ProjectStanding {...ofProperty} />);
  const link = await screen.findByRole('link', { name: 'Run of Nov 24, 2026' });
  expect(link).toHaveAttribute('href', `/map?project_id=${project}&search=${run}`);
  expect(link.parentElement).toHaveTextContent(
    'Rank 4, score 71.0. 75% of the weight is on known facts: the score is between 80.0 and 95.0. Run of Nov 24, 2026',
  );
});

it('says where a site would be', async () => {
  runs(done);
  explained({ ...parcel, is_judged_now: true, site: { parcels: 3, rank: 4, of: 95, is_worst_at_least: false } });
  renderScreen(<ProjectStanding {...ofProperty} />);
  expect(await screen.findByText(/^Score 71\.0, would be rank 4 of 95 in the run of Nov 24, 2026\./)).toHaveTextContent(
    'Its 3 parcels are judged as one, by what is known today.',
  );
});

it('says nothing without a finished run, and of a parcel that is not part of it', async () => {
  const asked = runs({ ...done, state: 'failed' });
  const { container, unmount } = renderScreen(<ProjectStanding {...ofProperty} />);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(container.querySelector('a')).toBeNull();
  unmount();
  runs(done);
  const outside = answer('get', `*/api-2/search_runs/${run}/results/*`, { code: 'search_run.parcel_not_found', error: 'No' }, 404);
  const shown = renderScreen(<ProjectStanding projectId="other" llUuid={idOf(4)} />);
  await waitFor(() => expect(outside).toHaveLength(1));
  expect(shown.container.querySelector('a')).toBeNull();
});

it('is asked of rows in view', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  let come: (entries: readonly { isIntersecting: boolean }[]) => void = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(heard: typeof come) {
        come = heard;
      }
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  const listed = runs(done);
  const asked = explained(parcel);
  renderScreen(<StandingLine {...ofProperty} />);
  await waitFor(() => expect(listed).toHaveLength(1));
  expect(asked).toHaveLength(0);
  act(() => come([{ isIntersecting: true }]));
  expect(await screen.findByText(/^Rank 4, score 71\.0, 75% sure\./)).toBeVisible();
});
