/**
 * Measures what a browser with an empty cache downloads for a page, from the build's manifest: `npm run weigh` after `npm run build`. Fails
 * above a limit, and when a component is loaded without its styles.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const top = join(import.meta.dirname, '..');
const dist = process.argv[2] ?? join(top, 'dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

const entry = ['index'];
const inShell = [...entry, 'shell'];
const interFont = /inter-latin-wght-normal/;
/** Chunks of each page, files besides code and styles, and the limit in kB, compressed with gzip or brotli. */
const pages = [
  { page: '/login', chunks: [...entry, 'open'], assets: [interFont], gzip: 150 },
  { page: '/sign', chunks: [...entry, 'src/routes/sign.tsx', 'safe-html'], assets: [interFont], gzip: 165 },
  // MapLibre is half of these two, and every browser with WebGL 2 supports brotli (over https, and from localhost).
  { page: '/map', chunks: [...inShell, 'src/routes/map.tsx', 'map-worker'], assets: [interFont], brotli: 530 },
  {
    page: '/property, map seen',
    chunks: [...inShell, 'src/routes/property.tsx', 'property-map', 'map-worker'],
    assets: [interFont],
    brotli: 530,
  },
  { page: '/property', chunks: [...inShell, 'src/routes/property.tsx'], assets: [interFont], gzip: 400 },
  {
    page: '/letter-of-intent',
    chunks: [...inShell, 'src/routes/letter-of-intent.tsx'],
    assets: [interFont, /source-serif-4-latin-wght/],
    gzip: 400,
  },
];

/** A chunk by its source, or by its name if the build combined it with others. */
function find(chunk) {
  const name = chunk.replace(/^.*\/|\.tsx$/g, '');
  const key =
    chunk in manifest ? chunk : Object.keys(manifest).find((each) => manifest[each].name === name && /\.js$/.test(manifest[each].file));
  if (!key) throw new Error(`The build has no chunk ${chunk}.`);
  return key;
}

/** The chunks with all their imports. */
function closure(chunks) {
  const seen = new Set();
  const add = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    (manifest[key].imports ?? []).forEach(add);
  };
  chunks.map(find).forEach(add);
  return [...seen].map((key) => manifest[key]);
}

const read = (file) => readFileSync(join(dist, file));
const text = (files) => files.map((file) => read(file).toString('utf8')).join('\n');
const packed = new Map();
function weigh(file) {
  if (!packed.has(file)) {
    const bytes = read(file);
    // Fonts are already compressed.
    const same = { file, gzip: bytes.length, brotli: bytes.length };
    packed.set(
      file,
      file.endsWith('.woff2') ? same : { file, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length },
    );
  }
  return packed.get(file);
}

const say = (line) => process.stdout.write(`${line}\n`);
const kB = (bytes) => (bytes / 1000).toFixed(1).padStart(7);
let fault = false;
for (const { page, chunks, assets, ...limits } of pages) {
  const parts = closure(chunks);
  const scripts = parts.map(({ file }) => file);
  const styles = parts.flatMap(({ css }) => css ?? []);
  const others = parts.flatMap((part) => part.assets ?? []).filter((file) => assets.some((wanted) => wanted.test(file)));
  const files = [...new Set(['index.html', ...scripts, ...styles, ...others])].map(weigh).sort((a, b) => b.gzip - a.gzip);
  const sum = (form) => files.reduce((all, each) => all + each[form], 0);
  const over = Object.entries(limits).filter(([form, limit]) => sum(form) > limit * 1000);
  const held = Object.entries(limits).map(([form, limit]) => `at most ${limit} as ${form}`);
  say(`${page.padEnd(22)}${kB(sum('gzip'))} kB gzip ${kB(sum('brotli'))} kB brotli, ${files.length} files; ${held.join(', ')}`);
  if (over.length > 0) {
    fault = true;
    say(
      `  TOO HEAVY. Its largest files:\n${files
        .slice(0, 12)
        .map(({ file, gzip }) => `  ${kB(gzip)} ${file}`)
        .join('\n')}`,
    );
  }
}

/** Mantine's component styles, detected by class names in the component's code. */
const hashes = (source) => new Set(source.match(/\bm_[0-9a-f]{8}\b/g));
const core = join(top, 'node_modules/@mantine/core/styles');
const sheets = readdirSync(core).filter((name) => /^[A-Z]\w+\.css$/.test(name));
const owner = new Map(
  sheets.flatMap((name) => [...hashes(readFileSync(join(core, name), 'utf8'))].map((hash) => [hash, name.slice(0, -4)])),
);
/** Contained in the editor toolbar's code, but never rendered. */
const neverShown = ['ColorPicker', 'ColorSwatch'];
for (const [who, chunks] of [
  ['open', [...entry, 'open', 'src/routes/sign.tsx']],
  ['signed-in', [...inShell, ...Object.keys(manifest).filter((key) => manifest[key].isDynamicEntry)]],
]) {
  const parts = closure(chunks);
  const shown = hashes(text([...new Set(parts.flatMap(({ css }) => css ?? []))]));
  const bare = [...hashes(text(parts.map(({ file }) => file)))]
    .filter((hash) => owner.has(hash) && !shown.has(hash))
    .map((hash) => owner.get(hash));
  const missing = [...new Set(bare)].filter((name) => !neverShown.includes(name));
  if (missing.length > 0) {
    fault = true;
    say(`src/styles/${who}.ts lacks the styles of ${missing.join(', ')}.`);
  }
}
process.exitCode = fault ? 1 : 0;
