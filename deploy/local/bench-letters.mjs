// Measures letters made together in the firm of `make seed-load`, through the proxy: what 100 and 5,000 letters would say,
// 100 letters with their PDFs, their approval, the whole print file, and the lists afterwards. Each run adds 100 letters. `make bench`
// sets BASE_URL.
import { setTimeout as sleep } from 'node:timers/promises';
import { begin, count, fail, loadProject, show, signInToLoad, timed } from './bench-session.mjs';

const wanted = 100;
const { call } = await signInToLoad();
const project_id = await loadProject(call);
const property_ids = [];
let cursor;
do {
  const page = `/property_api/property_details?limit=200&project_id=${project_id}${cursor ? `&cursor=${cursor}` : ''}`;
  const { properties, next_cursor } = await call('GET', page);
  property_ids.push(...properties.map(({ property_id }) => property_id));
  cursor = next_cursor;
} while (cursor && property_ids.length < 5000);

/** Runs work and prints its time beside the limit. */
async function row(name, limit, work) {
  const { result, seconds } = await timed(work);
  show(name, seconds, limit);
  return result;
}

const batchOf = (ids, accepted_defaults) => ({
  project_id,
  property_ids: ids,
  price_rule: { basis: 'pct_appraised', factor: 95, step: 1000 },
  prices: {},
  terms: {},
  accepted_defaults,
});
const preview = (batch) => () => call('POST', '/property_api/letter_jobs/preview', batch);

begin('letters', 'time');
const all = await row(`what ${count(property_ids.length)} letters would say`, 10, preview(batchOf(property_ids, [])));
const stands = all.rows.flatMap(({ lacks }) => lacks.filter(({ reason }) => reason === 'default_used').map(({ term }) => term));
const accepted = [...new Set(stands)];
const priced = all.rows.filter(({ price }) => price !== null).map(({ property_id }) => property_id);
const chosen = priced.slice(0, wanted);
await row(`what ${wanted} letters would say`, 1, preview(batchOf(chosen, accepted)));

const body = { ...batchOf(chosen, accepted), request_key: crypto.randomUUID(), skip_blocked: false };
const numbered = await timed(() => call('POST', '/property_api/letter_jobs', body));
show(`${wanted} letters numbered`, numbered.seconds, 2);
const { job_id } = numbered.result;
const made = await timed(async () => {
  for (;;) {
    const job = await call('GET', `/property_api/letter_jobs/${job_id}`);
    if (job.failed > 0) throw new Error(`${job.failed} letters have no PDF`);
    if (job.state === 'done') return job;
    await sleep(200);
  }
});
show(`${wanted} PDFs, from the press of the button`, numbered.seconds + made.seconds, 60);

const { letters } = await call('GET', `/property_api/letters?job_id=${job_id}&limit=200`);
const read = letters.map(({ letter_id, content_hash }) => ({ letter_id, content_hash }));
const { approved, refused } = await row(`${wanted} letters approved`, 5, () =>
  call('POST', '/property_api/letters/approve', { letters: read }),
);
if (approved.length !== wanted) fail(`${approved.length} letters were approved: ${refused[0]?.sentence}`);

const { print_parts } = made.result;
await row(`print file of ${wanted} letters`, 20, async () => {
  for (let part = 1; part <= print_parts; part += 1) await call('GET', `/property_api/letter_jobs/${job_id}/print?part=${part}`);
});
await row('list of letters, first page', 0.05, () => call('GET', `/property_api/letters?project_id=${project_id}&limit=100`));
