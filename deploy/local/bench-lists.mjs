// Measures the lists of the firm of `make seed-load` and what Ctrl-K asks at each key, one request at a time through the proxy, and
// prints p50, p95 and limit of each; exit 1 when a p95 is above its limit. `make bench` sets BASE_URL.
import { performance } from 'node:perf_hooks';
import { cores, count, loadProject, signInToLoad } from './bench-session.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 40);
const { call } = await signInToLoad();
const read = (path) => call('GET', path);
const project = await loadProject(call);
const contacts = '/api/get_all_contacts?limit=100';
const companies = '/api/get_companies?limit=100';
const projects = '/api/projects?limit=100';
const properties = `/property_api/property_details?limit=100&project_id=${project}`;
const deals = `/property_api/deals?limit=100&project_id=${project}`;
const tasks = '/property_api/deal_tasks?limit=100&open=true';
const letters = `/property_api/letters?limit=100&project_id=${project}`;
const deep = await cursorAfter(contacts, 20);
const deepCompanies = await cursorAfter(companies, 10);

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
  ['companies with totals, first page', companies, 50],
  ['companies, page 11', `${companies}&cursor=${deepCompanies}`, 50],
  ['companies by employees, descending', `${companies}&sort=-employees`, 50],
  ['companies with a word', `${companies}&q=steel`, 50],
  ['companies of two industries', `${companies}&industry=Retail&industry=Logistics`, 50],
  ['industries of companies', '/api/get_company_filters', 50],
  ['projects with totals, first page', projects, 50],
  ['projects by progress, descending', `${projects}&sort=-progress`, 50],
  ['projects with two words, filtered', `${projects}&q=load%20texas&status=review&state=48`, 50],
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
  // As frontend/src/api/queries/search.ts asks, of all projects.
  ['Ctrl-K: projects', '/api/projects?q=load%20texas&limit=5', 50],
  ['Ctrl-K: properties', '/property_api/search_properties?q=main%20houston&limit=5', 50],
  ['Ctrl-K: contacts', '/api/get_all_contacts?q=grace%20broker&limit=5', 50],
  ['Ctrl-K: companies', '/api/get_companies?q=steel&limit=5', 50],
  ['Ctrl-K: letters', '/property_api/letters?q=bayou&limit=5', 50],
  ['Ctrl-K: tasks', '/property_api/deal_tasks?q=survey%20main&open=true&limit=5', 50],
  ['Ctrl-K: tasks that are done', '/property_api/deal_tasks?q=survey%20main&open=false&limit=5', 50],
  ['Ctrl-K: notes, files and messages', '/property_api/search_records?q=survey%20main&limit=5', 50],
  ['Ctrl-K: records with a common word', '/property_api/search_records?q=owner&limit=5', 50],
  ['Ctrl-K: records with a rare word', '/property_api/search_records?q=owner1234%40mail&limit=5', 50],
  ['Ctrl-K: records, nothing found', '/property_api/search_records?q=zzqx&limit=5', 50],
  ['Ctrl-K: comparable sales', '/property_api/comps?q=bayou&limit=5', 50],
  ['Ctrl-K: campaigns', '/property_api/get_campaigns?q=land%20houston', 50],
  ['Ctrl-K: deals', '/property_api/deals?q=main&limit=5', 50],
  ['Ctrl-K: deals, nothing found', '/property_api/deals?q=zzqx&limit=5', 50],
  ['outlines of the parcels of a project', `/api/get_parcel_outlines?project_id=${project}`, 2000],
];

/** The cursor after `pages` pages. */
async function cursorAfter(path, pages) {
  let cursor;
  for (let page = 0; page < pages; page += 1) ({ next_cursor: cursor } = await read(cursor ? `${path}&cursor=${cursor}` : path));
  return cursor;
}

const sizes = [];
for (const [name, path] of Object.entries({ contacts, companies, projects, properties })) {
  const { total, totals } = await read(path);
  sizes.push(`${count(totals?.count ?? total)} ${name}`);
}
console.log(`lists of ${sizes.join(', ')}, on ${cores}`);
console.log(`${'list'.padEnd(38)} ${'p50'.padStart(9)} ${'p95'.padStart(9)} ${'limit'.padStart(9)}`);
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
  if (over) process.exitCode = 1;
  console.log(`${name.padEnd(38)} ${shown.join(' ')}${over ? '  above the limit' : ''}`);
}
