// Measures lookups (`lookups`), tiles (`tiles`) or the place search (`searches`) through the proxy with the check of the token, as many
// requests at a time as BENCH_CLIENTS; searches one at a time. Exit code 3 if a limit is not reached. Started by bench-parcels-requests.sh.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { client } from './bench-socket.mjs';

const base = new URL(process.env.BASE_URL);
const seconds = Number(process.env.BENCH_SECONDS);
const clients = Number(process.env.BENCH_CLIENTS);
const [west, south] = [Number(process.env.WEST), Number(process.env.SOUTH)];

const signIn = await fetch(new URL('/api/login', base), {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: 'analyst@meridian.example', password: 'sitewright-sample' }),
});
if (!signIn.ok) throw new Error(`sign-in failed: ${signIn.status} ${await signIn.text()}`);
const { token } = await signIn.json();

function head(method, path, more = '') {
  return `${method} ${path} HTTP/1.1\r\nHost: ${base.host}\r\nAuthorization: Bearer ${token}\r\n${more}`;
}

const limit = {
  rate: (least, of = '') => ({ text: `${of}at least ${least.toFixed(0)}/s`, holds: ({ rate }) => rate >= least }),
  p99: (most) => ({ text: `p99 at most ${most} ms`, holds: ({ p99 }) => p99 <= most }),
  slowest: (most) => ({ text: `at most ${most} ms`, holds: ({ slowest }) => slowest <= most }),
};

/** Prints each limit with whether it was reached. */
function judge(result, limits) {
  for (const { text, holds } of limits) {
    const reached = holds(result);
    console.log(`    limit: ${text}: ${reached ? 'reached' : 'NOT reached'}`);
    if (!reached) process.exitCode ||= 3;
  }
}

/** Sends the requests of `next` until the time is over or there are none, and prints rate and times, and whether limits are reached. */
async function measure(
  name,
  next,
  { at = base, ok = (status) => status === 200 || status === 204, seen = () => {}, limits = [], at_once: atOnce = clients } = {},
) {
  const times = [];
  let failures = 0;
  let bytes = 0;
  const began = performance.now();
  const until = began + seconds * 1000;
  async function run() {
    const { send, close } = client(at);
    for (let request = next(); request !== undefined && performance.now() < until; request = next()) {
      const start = performance.now();
      const answer = await send(request.text);
      if (ok(answer.status)) times.push(performance.now() - start);
      else failures += 1;
      bytes += answer.bytes;
      seen(request, answer);
    }
    close();
  }
  await Promise.all(Array.from({ length: atOnce }, run));
  const took = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const share = (part) => `${(times[Math.floor((times.length - 1) * part)] ?? NaN).toFixed(1)} ms`.padStart(9);
  const rate = (times.length / took).toFixed(0).padStart(8);
  const size = `${(bytes / Math.max(times.length, 1) / 1000).toFixed(1)} kB`.padStart(9);
  console.log(`${name.padEnd(46)} ${rate}/s   p50 ${share(0.5)}   p99 ${share(0.99)}   ${size}   ${failures} failed`);
  if (failures) process.exitCode = 1;
  const of = (part) => times[Math.floor((times.length - 1) * part)] ?? NaN;
  const result = { rate: times.length / took, p99: of(0.99), slowest: of(1) };
  judge(result, limits);
  return result;
}

async function lookups() {
  const body = () => JSON.stringify({ lat: south + Math.random() / 10, lon: west + Math.random() / 10 });
  const request = () => {
    const content = body();
    return { text: `${head('POST', '/api-2/process_coords', `Content-Type: application/json\r\nContent-Length: ${content.length}\r\n`)}\r\n${content}` };
  };
  await measure('POST /api-2/process_coords', request, { limits: [limit.rate(5_000), limit.p99(15)] });
}

/** One at a time: each text ten times, with and without a centre. */
async function searches() {
  const texts = readFileSync(process.env.TEXTS, 'utf8').trim().split('\n');
  const centers = ['', `&lat=${south + 0.05}&lon=${west + 0.05}`];
  for (const text of texts) {
    const paths = centers.flatMap((center) => Array.from({ length: 10 }, () => `/api-2/places?q=${encodeURIComponent(text)}${center}`));
    const next = () => {
      const path = paths.shift();
      return path && { text: `${head('GET', path)}\r\n` };
    };
    await measure(`GET /api-2/places?q=${text}`, next, { at_once: 1, limits: [limit.slowest(100)] });
  }
}

const etagOf = (headers) => /\r\netag: *(\S+)/i.exec(headers)?.[1];

/** Tiles of a server, by the text of a request of one: each once, then those of which the client has the version. */
function fromServer(get, all) {
  const etags = new Map();
  let index = 0;
  return {
    once: () => all[index] && { tile: all[index], text: get(all[index++]) },
    seen: ({ tile }, { headers }) => etags.set(tile, etagOf(headers)),
    again: () => {
      const tiles = [...etags.keys()];
      return () => tiles[Math.floor(Math.random() * tiles.length)];
    },
    known: (tile) => get(tile, `If-None-Match: ${etags.get(tile)}\r\n`),
  };
}
const unchanged = (status) => status === 304;

async function tiles() {
  const all = readFileSync(process.env.TILES, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('|'));
  const get = ([x, y], more = '') => `${head('GET', `/api-2/tiles/15/${x}/${y}.mvt`, `Accept-Encoding: gzip\r\n${more}`)}\r\n`;
  const { once, seen, again, known } = fromServer(get, all);
  const ours = await measure(`GET /api-2/tiles, zoom 15, ${all.length} tiles, not kept`, once, { seen });
  const any = again();
  await measure('the same, kept', () => ({ text: get(any()) }));
  await measure('the same with If-None-Match', () => ({ text: known(any()) }), { ok: unchanged, limits: [limit.rate(10_000)] });
  await size(process.env.LARGE_TILE.split('|').map(Number));
  if (process.env.MARTIN_TILES) await martin(all, ours);
}

/** The same tiles by Martin: by one that keeps none, and kept by another, which may be the same. */
async function martin(all, ours) {
  const { MARTIN_TILES: plain, MARTIN_KEPT_TILES: keeping = plain } = process.env;
  const serverAt = (address) => {
    const path = ([x, y]) => new URL(address.replace('{z}', '15').replace('{x}', x).replace('{y}', y)).pathname;
    const get = (tile, more = '') => `GET ${path(tile)} HTTP/1.1\r\nHost: martin\r\nAccept-Encoding: gzip\r\n${more}\r\n`;
    return { at: new URL(address.replace(/[{}]/g, '')), ...fromServer(get, all) };
  };
  const first = serverAt(plain);
  const theirs = await measure('Martin, once each', first.once, { at: first.at });
  judge(ours, [limit.rate(theirs.rate, "not kept, Martin's: ")]);
  const { at, once, seen, again, known } = serverAt(keeping);
  await measure('Martin that keeps tiles, once each', once, { at, seen });
  const any = again();
  await measure('Martin, kept, with If-None-Match', () => ({ text: known(any()) }), { at, ok: unchanged });
}

/** The compressed bytes of one tile with about 1,100 parcels. */
async function size([x, y, parcels]) {
  const { send, close } = client(base);
  const { bytes } = await send(`${head('GET', `/api-2/tiles/15/${x}/${y}.mvt`, 'Accept-Encoding: gzip\r\n')}\r\n`);
  close();
  const per = (bytes / parcels) * 1.1;
  console.log(`${`a tile with ${parcels} parcels, gzip`.padEnd(46)} ${(bytes / 1000).toFixed(1)} kB: ${per.toFixed(1)} kB for 1,100`);
  judge({ per }, [{ text: 'at most 110 kB for 1,100 parcels', holds: (found) => found.per <= 110 }]);
}

await { lookups, tiles, searches }[process.argv[2]]();
