// Measures search runs, their results and their comparison through the proxy; exit 1 when one takes longer than its limit. Started by
// bench-search.sh.
import { setTimeout as sleep } from 'node:timers/promises';
import { county, tenCounties } from './bench-made-city.mjs';
import { withGrowth } from './bench-made-growth.mjs';
import { begin, count, fail, inProject, median, show, signIn, timed } from './bench-session.mjs';

const { call } = await signIn('analyst@meridian.example');

const ramp = (fact, weight, zero, one) => ({ fact, weight, curve: { kind: 'ramp', zero, one } });
const criteria = {
  version: 1,
  gates: [
    { fact: 'acres', min: 0.25, max: 40 },
    { fact: 'use_class', any_of: ['vacant', 'commercial', 'residential'] },
    { fact: 'in_flood_zone', is: false },
  ],
  wishes: [
    { fact: 'value_per_acre', weight: 30, curve: { kind: 'log_ramp', zero: 3000000, one: 100000 } },
    ramp('years_held', 20, 0, 30),
    ramp('owner_parcels', 10, 1, 50),
    { fact: 'owner_kind', weight: 10, curve: { kind: 'classes', values: { company: 1, person: 0.6 } } },
    { fact: 'is_absentee', weight: 10, curve: { kind: 'flag', yes: 1, no: 0 } },
    ramp('year_built', 10, 2024, 1930),
  ],
};
const alsoBy = (...wishes) => ({ ...criteria, wishes: [...criteria.wishes, ...wishes] });

/** From the request to the end of the run. */
async function search(project_id, county_fips, by, growth_run_id) {
  const asked = { project_id, area: { county_fips }, criteria: by, growth_run_id };
  const { run_id } = await call('POST', '/api-2/search_runs', asked);
  for (;;) {
    const run = await call('GET', `/api-2/search_runs/${run_id}`);
    if (run.state === 'done') return run;
    if (run.state !== 'queued' && run.state !== 'running') throw new Error(`the run is ${run.state}: ${run.error}`);
    await sleep(20);
  }
}

const areas = [
  [county, 3],
  [tenCounties, 30],
];
/** Searches each area; returns the run of the last one. */
async function searches(project_id, name, by, growth) {
  let run;
  for (const [counties, limit] of areas) {
    const seconds = await median(async () => (run = await search(project_id, counties, by, growth)));
    const rate = count(Math.round(run.total / seconds));
    show(`${name}, ${count(run.total)} parcels`, seconds, limit, `${rate} parcels/s, ${run.counts.fit} fit`);
    for (const { fact, reason } of run.missing_layers) fail(`${fact} is not measured: ${reason}`);
  }
  return run;
}

/** A filter by the chance of growth. The first one of a growth run makes the run's figures of every parcel of its area. */
async function growthFilters(project_id, name, run, area, first, limit) {
  const body = { ...area, filters: [`growth_run_id = '${run}' AND growth_chance >= 0.2`], project_id };
  const counting = () => call('POST', '/api-2/parcel_counts', body);
  try {
    show(`first filter by growth: ${name}`, (await timed(counting)).seconds, first);
    let found;
    const seconds = await median(async () => (found = await counting()));
    show(`filter by growth: ${name}`, seconds, limit, `${count(found.counts[0].count)} match`);
    if (found.counts[0].count === 0) fail('no parcel has a chance of growth');
  } catch (error) {
    fail(`filter by growth, ${name}: ${error.message}`);
  }
}

begin('search runs', 'median of 3');
// A category whose preset has wishes of all layers.
await inProject(call, 'Site Selection - Industrial/Manufacturing', async (project_id) => {
  // What is read of a run first: only the newest 20 of a project are kept.
  const run = await searches(project_id, 'search run', criteria);
  const results = `/api-2/search_runs/${run.run_id}/results?limit=100`;
  show('first 100 results', await median(() => call('GET', results)), 0.3);
  const best = (await call('GET', results)).results;
  if (best.length) {
    const why = `/api-2/search_runs/${run.run_id}/results/${best.at(-1).ll_uuid}`;
    show('why a parcel', await median(() => call('GET', why)), 0.3);
  }
  const top = { search_run_id: run.run_id, top: 10000, project_id };
  show('the best 10,000 as a selection', await median(() => call('POST', '/api-2/parcel_selections', top)), 2);
  const [first, ...others] = criteria.wishes;
  const later = await search(project_id, tenCounties, { ...criteria, wishes: [{ ...first, weight: first.weight + 20 }, ...others] });
  let compared;
  const comparing = await median(async () => {
    compared = await call('GET', `/api-2/search_runs/${later.run_id}/compare?with=${run.run_id}&limit=1000`);
  });
  show('two runs compared, their first 1,000', comparing, 1, `${compared.moves.length} moves`);
  if (!compared.is_split) fail('the moves are not split into those by criteria and by data');

  // Facts that the records do not have, each besides the others.
  await searches(project_id, 'with adjoining land of the owner', alsoBy(ramp('adjoining_owner_acres', 10, 0, 5)));
  await searches(project_id, 'with the owners of the site', alsoBy(ramp('site_owners', 10, 5, 1)));
  await searches(project_id, 'with the distance to a highway', alsoBy(ramp('highway_m', 10, 8000, 500)));
  await searches(project_id, 'with the distance to a railway', alsoBy(ramp('rail_m', 10, 8000, 500)));
  await searches(project_id, 'with the slope', { ...criteria, gates: [...criteria.gates, { fact: 'slope_percent', max: 10 }] });

  const preset = await call('GET', `/api/project_criteria?project_id=${project_id}`);
  if (!preset.is_preset) fail('the project has criteria of its own, not its preset');
  await searches(project_id, "by the project's preset", preset.criteria);
  await searches(project_id, 'by its wishes alone', { ...preset.criteria, gates: [] });

  // Rows of lots of a county, and of the ten.
  await withGrowth(call, [100, 980], async ([ofCounty, ofAll]) => {
    await searches(project_id, 'with the chance of growth', alsoBy(ramp('growth_chance', 10, 0, 1)), ofAll);
    const gates = [...criteria.gates, { fact: 'growth_chance', min: 0.2 }];
    await searches(project_id, 'with the chance as a requirement', { ...criteria, gates }, ofAll);
    await growthFilters(project_id, 'a county', ofCounty, { county_fips: '99001' }, 10, 2);
    // The proxy waits for a minute.
    await growthFilters(project_id, 'everywhere', ofAll, {}, 60, 5);
  });
});
