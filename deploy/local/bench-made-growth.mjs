// Layers of land cover of the made city, as an operator has them, and growth runs over them. LAYERS_DIR is the folder of layers of the
// running product.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import { columnAt, placeAt, rowAt } from './bench-made-city.mjs';

const margin = 1000;
const pixel = 100;
const [rows, columns] = [980, 1000];
const [width, height] = [columnAt(columns), rowAt(rows)].map((metres) => Math.ceil((metres + 2 * margin) / pixel));
const open = 1;
const built = 2;

/** Towns of three kilometres, six apart. */
const classAt = (x, y) => (Math.hypot((x % 60) - 30, (y % 60) - 30) < 15 ? built : open);

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [data.length, crc32(body)].map((number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(number);
    return bytes;
  });
  return Buffer.concat([length, body, sum]);
}

/** A grey PNG of 8 bits. */
function picture() {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  // Each line begins with its filter, which is none.
  const lines = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) lines[y * (width + 1) + 1 + x] = classAt(x, y);
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))]);
}

async function writeLayers() {
  const folder = join(process.env.LAYERS_DIR, 'made-city');
  await mkdir(folder, { recursive: true });
  const [west, south] = placeAt(-margin, -margin);
  const [east, north] = placeAt(width * pixel - margin, height * pixel - margin);
  await writeFile(join(folder, 'cover.png'), picture());
  const urban = { year: 2021, file: 'cover.png', kind: 'classes', urban: [built], extent: [west, south, east, north] };
  await writeFile(join(folder, 'layers.json'), JSON.stringify({ name: 'Made city', urban: [urban] }));
}

/** Works with finished growth runs over so many rows of lots from the south, which are removed afterwards. */
export async function withGrowth(call, rowsOfRuns, work) {
  await writeLayers();
  const runs = [];
  try {
    for (const of of rowsOfRuns) {
      const [west, south] = placeAt(0, 0);
      const [east, north] = placeAt(columnAt(columns), rowAt(of));
      const asked = { bbox: { west, south, east, north }, iterations: 4, horizon_years: 20, name: `Bench, ${of} rows` };
      const { run_id } = await call('POST', '/api-2/growth_runs', asked);
      runs.push(run_id);
      for (;;) {
        const { state, error } = await call('GET', `/api-2/growth_runs/${run_id}`);
        if (state === 'succeeded') break;
        if (state === 'failed' || state === 'cancelled')
          throw new Error(`the growth run ${state}: ${error}. Is the product older? make up`);
        await sleep(500);
      }
    }
    await work(runs);
  } finally {
    for (const run of runs) await call('DELETE', `/api-2/growth_runs/${run}`);
  }
}
