// Measures letters made together in the firm of `make seed-load`, through the proxy: what 100 and 5,000 letters would say,
// 100 letters with their PDFs, the print file, and the lists afterwards. Each run adds 100 letters. Prints each time beside its
// limit; exit 1 above one. `make bench` sets BASE_URL.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const base = process.env.BASE_URL;
const wanted = 100;

const signIn = await fetch(`${base}/api/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: 'load@load.example', password: 'sitewright-sample' }),
});
if (!signIn.ok) {
  console.error('Run `make seed-load` first.');
  process.exit(1);
}
const { token } = await signIn.json();

async function call(path, body) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(base + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.headers.get('content-type')?.includes('json') ? answer.json() : answer.arrayBuffer();
}

let slow = 0;
/** Runs work and prints its seconds beside the limit. */
async function timed(name, limit, work) {
  const began = performance.now();
  const result = await work();
  const seconds = (performance.now() - began) / 1000;
  if (seconds > limit) slow += 1;
  console.log(`${name.padEnd(36)} ${seconds.toFixed(2).padStart(8)} s ${limit.toFixed(2).padStart(8)} s${seconds > limit ? '  above the limit' : ''}`);
  return result;
}

const { projects } = await call('/api/projects?q=Load%20001');
const project_id = projects[0].project_id;
const property_ids = [];
let cursor;
do {
  const page = `/property_api/property_details?limit=200&project_id=${project_id}${cursor ? `&cursor=${cursor}` : ''}`;
  const { properties, next_cursor } = await call(page);
  property_ids.push(...properties.map(({ property_id }) => property_id));
  cursor = next_cursor;
} while (cursor);

const batchOf = (ids, accepted_defaults) => ({
  project_id,
  property_ids: ids,
  price_rule: { basis: 'pct_appraised', factor: 95, step: 1000 },
  prices: {},
  terms: {},
  accepted_defaults,
});

console.log(`${'letters'.padEnd(36)} ${'time'.padStart(10)} ${'limit'.padStart(10)}`);
const all = await timed(`what ${property_ids.length} letters would say`, 10, () => call('/property_api/letter_jobs/preview', batchOf(property_ids, [])));
const stands = all.rows.flatMap(({ lacks }) => lacks.filter(({ reason }) => reason === 'default_used').map(({ term }) => term));
const accepted = [...new Set(stands)];
const priced = all.rows.filter(({ price }) => price !== null).map(({ property_id }) => property_id);
const chosen = priced.slice(0, wanted);
await timed(`what ${wanted} letters would say`, 1, () => call('/property_api/letter_jobs/preview', batchOf(chosen, accepted)));
const body = { ...batchOf(chosen, accepted), request_key: crypto.randomUUID(), skip_blocked: false };
const began = performance.now();
const { job_id } = await timed(`${wanted} letters numbered`, 2, () => call('/property_api/letter_jobs', body));
await timed(`the same with their PDFs`, 60, async () => {
  for (;;) {
    const { state, failed } = await call(`/property_api/letter_jobs/${job_id}`);
    if (failed > 0) throw new Error(`${failed} letters have no PDF`);
    if (state === 'done') return;
    await sleep(200);
  }
});
console.log(`${''.padEnd(36)} ${((performance.now() - began) / 1000).toFixed(2).padStart(8)} s from the press of the button`);
await timed('print file, part 1', 10, () => call(`/property_api/letter_jobs/${job_id}/print`));
await timed('list of letters, first page', 0.05, () => call(`/property_api/letters?project_id=${project_id}&limit=100`));
process.exitCode = slow ? 1 : 0;
