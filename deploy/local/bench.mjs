// Benchmarks the running product through the proxy: requests per second and response times of
// interactive calls. Read-only (apart from signing in); prints one line per call. `make bench` sets
// BASE_URL.
import http from 'node:http';
import { cores } from './bench-session.mjs';

const base = new URL(process.env.BASE_URL);
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const clients = Number(process.env.BENCH_CLIENTS ?? 8);
const agent = new http.Agent({ keepAlive: true, maxSockets: clients });

function call({ method = 'GET', path, body }, token) {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const headers = { ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }) };
  if (token) headers.authorization = `Bearer ${token}`;
  return new Promise((resolve, reject) => {
    const request = http.request({ agent, host: base.hostname, port: base.port, method, path, headers }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => resolve({ status: answer.statusCode, body: Buffer.concat(parts) }));
    });
    request.on('error', reject);
    request.end(payload);
  });
}

/** Sends `next()`'s requests from all clients until the time is over. */
async function measure(name, next, token) {
  const times = [];
  let failures = 0;
  const until = performance.now() + seconds * 1000;
  const client = async () => {
    while (performance.now() < until) {
      const began = performance.now();
      const answer = await call(next(), token);
      if (answer.status < 400) times.push(performance.now() - began);
      else failures += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  times.sort((a, b) => a - b);
  const at = (share) => (times.length ? times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1) : '-');
  console.log(
    `${name.padEnd(34)} ${(times.length / seconds).toFixed(0).padStart(7)}/s   p50 ${at(0.5).padStart(7)} ms   p95 ${at(0.95).padStart(7)} ms   p99 ${at(0.99).padStart(7)} ms   ${failures} failed`,
  );
  return failures;
}

const between = (low, high) => low + Math.random() * (high - low);
/** The tile of zoom 15 that contains a place. */
function tile(lat, lon) {
  const n = 2 ** 15;
  const x = Math.floor(((lon + 180) / 360) * n);
  const y = Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * n);
  return `/api-2/tiles/15/${x}/${y}.mvt`;
}

const signIn = await call({
  method: 'POST',
  path: '/api/login',
  body: { username: 'analyst@meridian.example', password: 'sitewright-sample' },
});
if (signIn.status !== 200) throw new Error(`sign-in failed: ${signIn.status} ${signIn.body}`);
const { token } = JSON.parse(signIn.body);
const { projects } = JSON.parse((await call({ path: '/api/projects' }, token)).body);
const project = projects[0]?.project_id;

console.log(`${clients} clients, ${seconds} s a call, against ${base.origin}, on ${cores}`);
let failures = 0;
// Central Houston, where the sample parcels are.
const place = () => ({ lat: between(29.755, 29.765), lon: between(-95.375, -95.365) });
failures += await measure('the app (index.html)', () => ({ path: '/' }));
failures += await measure('GET /api/projects', () => ({ path: '/api/projects' }), token);
failures += await measure('POST /api-2/process_coords', () => ({ method: 'POST', path: '/api-2/process_coords', body: place() }), token);
failures += await measure('GET /api-2/tiles (zoom 15)', () => ({ path: tile(place().lat, place().lon) }), token);
if (project) {
  failures += await measure('GET /api/get_markers', () => ({ path: `/api/get_markers?project_id=${project}` }), token);
  failures += await measure('GET /property_api/property_details', () => ({ path: `/property_api/property_details?project_id=${project}` }), token);
}
agent.destroy();
process.exitCode = failures ? 1 : 0;
