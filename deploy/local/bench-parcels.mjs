// Measures lookups (`lookups`), tiles (`tiles`) or the place search (`searches`) through the proxy with the check of the token, as many
// requests at a time as BENCH_CLIENTS; searches one at a time. Exit code 3 if a limit is not reached. Its client writes to sockets itself: Node's own takes more processor time than the product. Started by bench-parcels.sh.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';

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

const lastChunk = Buffer.from('0\r\n\r\n');

/**
 * Sends one request after the other over a connection; `send` resolves with status, headers and length of the body. The proxy ends a
 * connection after a thousand requests and says so in the last response: the next request gets a new one.
 */
function client({ hostname, port }) {
  let socket;
  let received = Buffer.alloc(0);
  let waiting;
  function open() {
    const opened = connect({ host: hostname, port: Number(port || 80), noDelay: true });
    const end = (error) => {
      if (opened === socket) waiting?.reject(error ?? new Error('the connection was closed'));
    };
    opened.on('error', end).on('close', () => end()).on('data', receive);
    socket = opened;
  }
  function receive(part) {
    received = received.length ? Buffer.concat([received, part]) : part;
    const head = received.indexOf('\r\n\r\n');
    if (head < 0) return;
    const headers = received.toString('latin1', 0, head);
    const status = Number(headers.slice(9, 12));
    const length = status === 204 || status === 304 ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(headers)?.[1]);
    const bytes = received.length - head - 4;
    // One request at a time: a response without length ends with the empty chunk.
    if (Number.isNaN(length) ? !received.subarray(-5).equals(lastChunk) : bytes < length) return;
    received = Buffer.alloc(0);
    if (/\r\nconnection: *close/i.test(headers)) close();
    waiting.resolve({ status, headers, bytes });
  }
  function close() {
    const ended = socket;
    socket = undefined;
    ended?.destroy();
  }
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        if (!socket) open();
        socket.write(request);
      }),
    close,
  };
}

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

async function tiles() {
  const all = readFileSync(process.env.TILES, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('|'));
  const get = ([x, y], more = '') => `${head('GET', `/api-2/tiles/15/${x}/${y}.mvt`, `Accept-Encoding: gzip\r\n${more}`)}\r\n`;
  const etags = new Map();
  const once = () => {
    let index = 0;
    return () => all[index] && { tile: all[index], text: get(all[index++]) };
  };
  const seen = ({ tile }, { headers }) => etags.set(tile, /\r\netag: *(\S+)/i.exec(headers)?.[1]);
  const ours = await measure(`GET /api-2/tiles, zoom 15, ${all.length} tiles, not kept`, once(), { seen });
  const known = [...etags.keys()];
  const any = () => known[Math.floor(Math.random() * known.length)];
  await measure('the same, kept', () => ({ text: get(any()) }));
  await measure(
    'the same with If-None-Match',
    () => {
      const tile = any();
      return { text: get(tile, `If-None-Match: ${etags.get(tile)}\r\n`) };
    },
    { ok: (status) => status === 304, limits: [limit.rate(10_000)] },
  );
  await size(process.env.LARGE_TILE.split('|').map(Number));
  const martin = process.env.MARTIN_TILES;
  if (!martin) {
    console.log('    MARTIN_TILES is not set: nothing to compare tiles with');
    return;
  }
  const address = ([x, y]) => new URL(martin.replace('{z}', '15').replace('{x}', x).replace('{y}', y)).pathname;
  let index = 0;
  const theirs = await measure(
    'Martin, once each',
    () => all[index] && { text: `GET ${address(all[index++])} HTTP/1.1\r\nHost: martin\r\nAccept-Encoding: gzip\r\n\r\n` },
    { at: new URL(martin.replace(/[{}]/g, '')) },
  );
  judge(ours, [limit.rate(theirs.rate, "not kept, Martin's: ")]);
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
