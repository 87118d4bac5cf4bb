// Measures the lists of the firm of `make seed-load`, one request at a time through the proxy, and prints p50, p95 and
// limit of each; exit 1 when a p95 is above its limit. `make bench` sets BASE_URL.
import { performance } from 'node:perf_hooks';

const base = process.env.BASE_URL;
const rounds = Number(process.env.BENCH_ROUNDS ?? 40);

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
const headers = { authorization: `Bearer ${token}` };

async function read(path) {
  const answer = await fetch(base + path, { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const { projects } = await read('/api/projects?q=Load%20001');
const project = projects[0].project_id;
const contacts = '/api/get_all_contacts?limit=100';
const properties = `/property_api/property_details?limit=100&project_id=${project}`;
const deals = `/property_api/deals?limit=100&project_id=${project}`;
const tasks = '/property_api/deal_tasks?limit=100&open=true';
const letters = `/property_api/letters?limit=100&project_id=${project}`;
const deep = await cursorAfter(contacts, 20);

/** Name, path and limit in milliseconds. */
const calls = [
  ['contacts, first page', contacts, 50],
  ['contacts, page 21', `${contacts}&cursor=${deep}`, 50],
  ['contacts by company, descending', `${contacts}&sort=-company`, 50],
  ['contacts by phone number', `${contacts}&sort=phone`, 50],
  ['contacts by person, descending', `${contacts}&sort=-assigned_to`, 50],
  ['contacts by lead score, descending', `${contacts}&sort=-lead_score`, 50],
  ['contacts with a common word, by score', `${contacts}&q=mail.example&sort=-lead_score`, 50],
  ['contacts with a rare word', `${contacts}&q=carla.ceh`, 50],
  ['contacts with two words', `${contacts}&q=grace%20broker`, 50],
  ['contacts with a common word', `${contacts}&q=mail.example`, 50],
  ['contacts with digits of a number', `${contacts}&q=555-0123`, 50],
  ['contacts with nothing found', `${contacts}&q=zzqx`, 50],
  ['contacts of a company', `${contacts}&company_name=Cedar%20Holdings%202`, 50],
  ['companies with totals, first page', '/api/get_companies?limit=100', 50],
  ['companies with a word', '/api/get_companies?limit=100&q=steel', 50],
  ['companies of two industries', '/api/get_companies?limit=100&industry=Retail&industry=Logistics', 50],
  ['industries of companies', '/api/get_company_filters', 50],
  ['projects with totals, first page', '/api/projects?limit=100', 50],
  ['projects with two words, filtered', '/api/projects?limit=100&q=load%20texas&status=review&state=48', 50],
  ['filters of projects', '/api/get_project_filters', 50],
  ['properties, first page', properties, 50],
  ['properties by value, descending', `${properties}&sort=-total_value`, 50],
  ['properties by owner', `${properties}&sort=owner_name`, 50],
  ['properties of a stage, by person', `${properties}&milestone=found&sort=assigned_to`, 50],
  ['properties with a word', `${properties}&q=main`, 50],
  ['deals, first page', deals, 50],
  ['deals by offer value, descending', `${deals}&sort=-offer_value`, 50],
  ['deals with a word', `${deals}&q=main`, 50],
  ['tasks, first page', tasks, 50],
  ['tasks with two words', `${tasks}&q=survey%20main`, 50],
  ['letters, first page', letters, 50],
  ['letters with a word', `${letters}&q=bayou`, 50],
  ['letters that are out for a month', `${letters}&out=true&sent_days_min=31`, 50],
  ['figures of the work', '/property_api/work_figures', 50],
  ['pipeline of the firm', '/property_api/pipeline', 50],
  ['outlines of 5,000 parcels', `/api/get_parcel_outlines?project_id=${project}`, 2000],
];

/** The cursor after `count` pages. */
async function cursorAfter(path, count) {
  let cursor;
  for (let page = 0; page < count; page += 1) ({ next_cursor: cursor } = await read(cursor ? `${path}&cursor=${cursor}` : path));
  return cursor;
}

console.log(`${'list'.padEnd(36)} ${'p50'.padStart(9)} ${'p95'.padStart(9)} ${'limit'.padStart(9)}`);
let slow = 0;
for (const [name, path, limit] of calls) {
  await read(path);
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await read(path);
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor((times.length - 1) * share)];
  const shown = [at(0.5), at(0.95), limit].map((time) => `${time.toFixed(1)} ms`.padStart(9));
  const over = at(0.95) > limit;
  if (over) slow += 1;
  console.log(`${name.padEnd(36)} ${shown.join(' ')}${over ? '  above the limit' : ''}`);
}
process.exitCode = slow ? 1 : 0;
