/**
 * Builds MapLibre from its sources, as a page's part and a worker that share their common half: the two bundles of its package hold that
 * half twice, and every map would load both. `npm run dev` and the tests use the bundles.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { transformWithOxc, type Plugin } from 'vite';

const sources = join(dirname(createRequire(import.meta.url).resolve('maplibre-gl/package.json')), 'src');
const workerUrl = 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
/** Decodes tiles of a format that no tile server of ours speaks. */
const unusedFormat = '@maplibre/mlt';

export function maps(): Plugin {
  return {
    name: 'sitewright-maps',
    apply: 'build',
    enforce: 'pre',
    resolveId(id) {
      if (id === 'maplibre-gl') return join(sources, 'index.ts');
      if (id === workerUrl || id === unusedFormat) return `\0${id}`;
      return null;
    },
    load(id) {
      if (id === `\0${workerUrl}`) {
        const worker = this.emitFile({ type: 'chunk', id: join(sources, 'source/worker.ts'), name: 'map-worker' });
        return `export default import.meta.ROLLUP_FILE_URL_${worker};`;
      }
      if (id === `\0${unusedFormat}`)
        return "export const GEOMETRY_TYPE = {};\nexport function decodeTile() { throw new Error('MapLibre tiles are not read here.'); }";
      return null;
    },
    transform: {
      filter: { id: /\/maplibre-gl\/src\/.*\.ts$/ },
      // As MapLibre compiles itself: fields that are only declared, such as a subclass's narrower types, set nothing.
      handler: async (code, id) => ({
        ...(await transformWithOxc(code, id, {
          sourcemap: false,
          typescript: { removeClassFieldsWithoutInitializer: true },
          assumptions: { setPublicClassFields: true },
        })),
        moduleType: 'js',
      }),
    },
  };
}
