// Measures changes of all contacts, all companies and 5,000 deals of the firm of `make seed-load` through the proxy, each with its undo.
// Another request reads the list meanwhile: its slowest answer is printed too. `make bench` sets BASE_URL.
import { setTimeout as pause } from 'node:timers/promises';
import { begin, count, fail, loadProject, show, signInToLoad, timed } from './bench-session.mjs';

const { call } = await signInToLoad();

/** The work, and the slowest answer of `list` meanwhile, ms. */
async function beside(list, work) {
  let slowest = 0;
  let over = false;
  const reading = (async () => {
    while (!over) {
      const { seconds } = await timed(() => call('GET', list));
      slowest = Math.max(slowest, seconds * 1000);
      await pause(100);
    }
  })();
  try {
    return { ...(await timed(work)), beside: () => `${slowest.toFixed(0)} ms: the list beside it` };
  } finally {
    over = true;
    await reading;
  }
}

/** Makes the change and undoes it; `changed` and `restored` tell how many records that was. */
async function measure(name, { list, change, undo, limit, expected, changed, restored }) {
  const made = await beside(list, () => call('POST', change.path, change.body));
  show(`${count(expected)} ${name}`, made.seconds, limit, made.beside());
  if (changed(made.result) !== expected) fail(`${changed(made.result)} records were changed, not ${expected}`);
  const undone = await beside(list, () => call('POST', undo, { command_id: made.result.command_id }));
  show('  undo', undone.seconds, limit, undone.beside());
  if (restored(undone.result) !== expected) fail(`${restored(undone.result)} records were restored, not ${expected}`);
}

begin('changes of many records', 'time');

const directory = {
  contacts: {
    list: '/api/get_all_contacts?limit=100',
    size: ({ total }) => total,
    changes: [
      ['tags', { kind: 'add_tags', tags: ['Bench'] }],
      ['company', { kind: 'set_company', company_name: 'Bench Company' }],
      ['removed', { kind: 'remove' }],
    ],
  },
  companies: {
    list: '/api/get_companies?limit=100',
    size: ({ totals }) => totals.count,
    changes: [
      ['tags', { kind: 'add_tags', tags: ['Bench'] }],
      ['industry', { kind: 'set_industry', industry: 'Bench' }],
      ['removed', { kind: 'remove' }],
    ],
  },
};
for (const [records, { list, size, changes }] of Object.entries(directory)) {
  const seen = size(await call('GET', list));
  for (const [name, change] of changes) {
    await measure(`${records}: ${name}`, {
      list,
      change: { path: `/api/change_${records}`, body: { filter: {}, seen, change } },
      undo: `/api/undo_change_${records}`,
      limit: 60,
      expected: seen,
      changed: (answer) => answer.changed,
      restored: (answer) => answer.restored,
    });
  }
}

const project_id = await loadProject(call);
const list = `/property_api/deals?limit=200&project_id=${project_id}`;
const property_ids = [];
let after;
do {
  const page = await call('GET', after ? `${list}&after=${encodeURIComponent(after)}` : list);
  property_ids.push(...page.deals.map(({ property_id }) => property_id));
  after = page.next;
} while (after && property_ids.length < 5000);
for (const [name, change] of [
  ['tags', { add_tags: ['Bench'] }],
  ['next step', { next_step: 'Call the owner again', next_step_on: '2099-12-31' }],
]) {
  await measure(`deals: ${name}`, {
    list,
    change: { path: '/property_api/deals/update', body: { project_id, property_ids, ...change } },
    undo: '/property_api/deals/undo',
    limit: 10,
    expected: property_ids.length,
    changed: (answer) => answer.changed.length,
    restored: (answer) => answer.undone.length,
  });
}
