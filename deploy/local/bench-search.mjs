// Measures search runs, selections and owner groups through the proxy; exit 1 when one takes longer than its limit. Started by
// bench-search.sh.
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const base = process.env.BASE_URL;
const REPEATS = 3;
const county = ['99001'];
const ten = Array.from({ length: 10 }, (_, at) => `99${String(at + 1).padStart(3, '0')}`);

async function call(method, path, body) {
  const answer = await fetch(new URL(path, base), {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: body && JSON.stringify(body),
  });
  const json = await answer.json();
  return { status: answer.status, json };
}

async function ok(method, path, body) {
  const { status, json } = await call(method, path, body);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
  return json;
}

let token;
({ token } = await ok('POST', '/api/login', { username: 'analyst@meridian.example', password: 'sitewright-sample' }));
const projects = await ok('GET', '/api/projects');
const project_id = (projects.projects ?? projects)[0].project_id;

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

let failed = false;
function show(name, seconds, limit, more = '') {
  const over = seconds > limit;
  failed ||= over;
  const shown = [seconds, limit].map((time) => `${time.toFixed(2)} s`.padStart(9));
  console.log(`${name.padEnd(52)} ${shown.join(' ')}${over ? '  above the limit' : ''} ${more}`);
}

/** The median of some times. */
async function measure(work) {
  const times = [];
  for (let at = 0; at < REPEATS; at += 1) {
    const began = performance.now();
    await work();
    times.push((performance.now() - began) / 1000);
  }
  return times.sort((one, other) => one - other)[Math.floor(REPEATS / 2)];
}

/** Something is not as it must be for the figures to mean anything. */
function fail(sentence) {
  console.log(sentence);
  failed = true;
}

/** From the request to the end of the run. */
async function search(county_fips, by) {
  const { run_id } = await ok('POST', '/api-2/search_runs', { project_id, area: { county_fips }, criteria: by });
  for (;;) {
    const run = await ok('GET', `/api-2/search_runs/${run_id}`);
    if (run.state === 'done') return run;
    if (run.state !== 'queued' && run.state !== 'running') throw new Error(`the run is ${run.state}: ${run.error}`);
    await sleep(20);
  }
}

console.log(`${'median of 3'.padEnd(52)} ${'time'.padStart(9)} ${'limit'.padStart(9)}`);
const areas = [
  [county, 3],
  [ten, 30],
];
/** Searches each area; returns the run of the last one. */
async function searches(name, by) {
  let run;
  for (const [counties, limit] of areas) {
    const seconds = await measure(async () => (run = await search(counties, by)));
    const rate = Math.round(run.total / seconds).toLocaleString('en-US');
    show(`${name}, ${run.total.toLocaleString('en-US')} parcels`, seconds, limit, `${rate} parcels/s, ${run.counts.fit} fit`);
    for (const { fact, reason } of run.missing_layers) fail(`${fact} is not measured: ${reason}`);
  }
  return run;
}
const run = await searches('search run', criteria);
// Facts that the records do not have, each besides the others.
await searches('with adjoining land of the owner', {
  ...criteria,
  wishes: [...criteria.wishes, ramp('adjoining_owner_acres', 10, 0, 5)],
});
await searches('with the distance to a highway', { ...criteria, wishes: [...criteria.wishes, ramp('highway_m', 10, 8000, 500)] });
await searches('with the slope', { ...criteria, gates: [...criteria.gates, { fact: 'slope_percent', max: 10 }] });

const results = `/api-2/search_runs/${run.run_id}/results?limit=100`;
show('first 100 results', await measure(() => ok('GET', results)), 0.3);
const best = (await ok('GET', results)).results;
if (best.length) {
  const why = `/api-2/search_runs/${run.run_id}/results/${best.at(-1).ll_uuid}`;
  show('why a parcel', await measure(() => ok('GET', why)), 0.3);
}
show(
  'the best 10,000 as a selection',
  await measure(() => ok('POST', '/api-2/parcel_selections', { search_run_id: run.run_id, top: 10000, project_id })),
  2,
);

for (const [name, body, limit] of [
  ['selection: a county', { county_fips: '99002', filter: 'll_gisacre > 0', project_id }, 5],
  ['count of a filter: a county', { county_fips: '99002', filter: "ll_gisacre >= 0.29 AND zoning = 'C-2' AND year_built < 1950" }, 2],
  ['count of a filter: ten counties', { filter: "county_fips LIKE '99%' AND ll_gisacre >= 0.29 AND zoning = 'C-2' AND year_built < 1935" }, 5],
]) {
  let count;
  const seconds = await measure(async () => ({ count } = await ok('POST', '/api-2/parcel_selections', body)));
  show(`${name}, ${count.toLocaleString('en-US')} parcels`, seconds, limit);
}

let sites;
const together = { county_fips: county, min_acres: 10, max_owners: 3, project_id };
const assemblages = await measure(async () => (sites = await ok('POST', '/api-2/assemblage_searches', together)));
show(`assemblages of ${sites.parcels.toLocaleString('en-US')} parcels`, assemblages, 5, `${sites.found} found`);

// What the filter panel asks while chips are changed: the area, the filter as a whole, and each chip.
const chips = ['ll_gisacre >= 0.29', "zoning = 'C-2'", 'year_built < 1950', 'in_flood_zone = FALSE'];
const filters = [chips.join(' AND '), ...chips];
for (const [name, body, limit] of [
  ['counts of 5 filters: a county', { county_fips: '99002', filters, project_id }, 2],
  ['counts of 5 filters: everywhere', { filters, project_id }, 5],
  ['count of the flood zone: a county', { county_fips: '99003', filters: ['in_flood_zone = TRUE'] }, 2],
]) {
  let counted;
  const seconds = await measure(async () => (counted = await ok('POST', '/api-2/parcel_counts', body)));
  const said = ({ count, is_estimate }) => `${is_estimate ? 'about ' : ''}${count.toLocaleString('en-US')}`;
  show(`${name}, ${said(counted.total)} parcels`, seconds, limit, `match: ${counted.counts.map(said).join(' · ')}`);
}

// The owners that bench-search.sql makes, by one of their parcels.
const idOf = (parcel) =>
  createHash('md5')
    .update(`parcel ${parcel}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
for (const [parcel, parcels, limit] of [
  [501, 8, 1],
  [0, 10000, 3],
]) {
  let group;
  const seconds = await measure(async () => (group = await ok('GET', `/api-2/parcels/${idOf(parcel)}/owner_group`)));
  show(`owner group, ${group.count.toLocaleString('en-US')} parcels`, seconds, limit);
  if (group.count !== parcels) fail(`the owner has ${parcels} parcels, not ${group.count}`);
}
let everything;
const selecting = await measure(async () => {
  everything = await ok('POST', '/api-2/parcel_selections', { owner_of: idOf(0), project_id });
});
show(`selection: everything of an owner, ${everything.count.toLocaleString('en-US')} parcels`, selecting, 3);
if (everything.count !== 10000) fail(`the owner has 10,000 parcels, not ${everything.count}`);

// A selection has at most 100,000 parcels: a larger area is refused, and as fast.
show(
  'selection of ten counties, refused',
  await measure(async () => {
    const { status } = await call('POST', '/api-2/parcel_selections', { filter: "county_fips LIKE '99%'", project_id });
    if (status !== 422) throw new Error(`status ${status}`);
  }),
  5,
);
// A project with all that one step may add, opened on the map; its discards rest on facts, which are read again.
const { project_id: full } = await ok('POST', '/api/create_project', {
  project_name: `Bench ${Date.now()}`,
  state: '48',
  category: 'Site Selection - Industrial/Logistics',
});
const { selection_id } = await ok('POST', '/api-2/parcel_selections', { search_run_id: run.run_id, top: 10000, project_id });
const began = performance.now();
const { added } = await ok('POST', '/api/add_markers', { project_id: full, selection_id });
show(`${added.toLocaleString('en-US')} parcels added to a project`, (performance.now() - began) / 1000, 10);
if (added !== 10000) fail('the project has not the 10,000 parcels whose reading is measured');
const small = await ok('POST', '/api-2/parcel_selections', { county_fips: '99003', filter: 'll_gisacre < 0.3', project_id });
const { parcels } = await ok('GET', `/api-2/parcel_selections/${small.selection_id}?limit=1000`);
const ll_uuids = parcels.map(({ ll_uuid }) => ll_uuid);
await ok('POST', '/api/discard_parcels', { project_id: full, ll_uuids, reason: 'size' });
let read;
const reading = await measure(async () => (read = await ok('GET', `/api/project_parcels?project_id=${full}`)));
const known = read.parcels.filter(({ facts, geometry }) => facts && geometry).length;
show(`project of ${known.toLocaleString('en-US')} parcels, ${ll_uuids.length.toLocaleString('en-US')} discards`, reading, 5);
if (known !== added) fail(`facts and outlines of ${known} parcels, not of ${added}`);
show('what it has reviewed, for selections', await measure(() => ok('GET', `/api/reviewed_parcels?project_id=${full}`)), 1);
await ok('POST', '/api/delete_project', { project_id: full });
process.exit(failed ? 1 : 0);
