// Of all benches of calls: a person who signed in at BASE_URL, and rows of times beside their limits. A row above its limit and a false
// figure make the exit code 1.
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';

/** Of the machine on which the load, the proxy, the services and PostgreSQL all run. */
export const cores = `${availableParallelism()} cores`;

/** `send` gives any answer to a request; `call` the content of a successful one, JSON or bytes. */
export async function signIn(username) {
  const headers = { 'content-type': 'application/json' };
  const send = (method, path, body) => fetch(new URL(path, process.env.BASE_URL), { method, headers, body: body && JSON.stringify(body) });
  async function call(method, path, body) {
    const answer = await send(method, path, body);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.headers.get('content-type')?.includes('json') ? answer.json() : answer.arrayBuffer();
  }
  const { token } = await call('POST', '/api/login', { username, password: 'sitewright-sample' });
  headers.authorization = `Bearer ${token}`;
  return { send, call };
}

/** The user of the firm of `make seed-load`. */
export async function signInToLoad() {
  try {
    return await signIn('load@load.example');
  } catch (error) {
    console.error(`${error.message}\nRun \`make seed-load\` first.`);
    process.exit(1);
  }
}

/** The project with the properties of `make seed-load`. */
export async function loadProject(call) {
  const { projects } = await call('GET', '/api/projects?q=Load%20001');
  // Numbers of four digits and more contain it too.
  return projects.find(({ project_name }) => project_name === 'Load 001').project_id;
}

export const count = (number) => number.toLocaleString('en-US');

/** Names what is measured, and of which times the rows are. */
export function begin(measured, column) {
  console.log(`${measured}, on ${cores}`);
  console.log(`${''.padEnd(52)} ${column.padStart(11)} ${'limit'.padStart(9)}`);
}

/** A row. */
export function show(name, seconds, limit, more = '') {
  const over = seconds > limit;
  if (over) process.exitCode = 1;
  const shown = [`${seconds.toFixed(2)} s`.padStart(11), `${limit.toFixed(2)} s`.padStart(9)].join(' ');
  console.log(`${name.padEnd(52)} ${shown}${over ? '  above the limit' : ''}  ${more}`.trimEnd());
}

/** Something is not as it must be for the figures to mean anything. */
export function fail(sentence) {
  console.log(sentence);
  process.exitCode = 1;
}

/** What the work gives, and its seconds. */
export async function timed(work) {
  const began = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - began) / 1000 };
}

/** The median of three times, seconds. */
export async function median(work) {
  const times = [];
  for (let at = 0; at < 3; at += 1) times.push((await timed(work)).seconds);
  return times.sort((one, other) => one - other)[1];
}

/** Works on a project of its own, which is removed afterwards: runs and parcels of it push out nobody's. */
export async function inProject(call, category, work) {
  const { project_id } = await call('POST', '/api/create_project', { project_name: `Bench ${Date.now()}`, state: '48', category });
  try {
    await work(project_id);
  } finally {
    await call('POST', '/api/delete_project', { project_id });
  }
}
