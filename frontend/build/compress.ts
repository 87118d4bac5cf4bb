/** Writes a .br and a .gz beside each build file that compresses, at maximum compression; the proxy serves them unchanged. */
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const shrinks = /\.(html|js|mjs|css|json|svg|wasm|ttf|icc|bcmap|pfb)$/;
/** Smaller files fit in one or two packets anyway; nginx's own limit is the same. */
const least = 1024;

const smaller = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

export function compress(): Plugin {
  let folder = '';
  return {
    name: 'sitewright-compress',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      async handler() {
        for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
          if (!shrinks.test(name)) continue;
          const bytes = await readFile(join(folder, name));
          if (bytes.length < least) continue;
          await Promise.all(
            Object.entries(smaller).map(async ([extension, make]) => {
              const made = await make(bytes);
              if (made.length < bytes.length) await writeFile(join(folder, `${name}.${extension}`), made);
            }),
          );
        }
      },
    },
  };
}
