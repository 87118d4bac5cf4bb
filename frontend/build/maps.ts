/**
 * Builds MapLibre from its sources, as a page part and a worker that share a common chunk: its published bundles contain that chunk twice,
 * and every map would load both. Unused modules are left out. `npm run dev` and the tests use the bundles.
 */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseAst, transformWithOxc, type Plugin } from 'vite';

const home = dirname(createRequire(import.meta.url).resolve('maplibre-gl/package.json'));
const sources = join(home, 'src');
const workerUrl = 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';

/**
 * MapLibre modules that our maps do not use: the globe, terrain, four kinds of layers, three of sources, five controls, debug drawing. A
 * map that starts to use one fails with an error that names it; remove its module from this list then.
 */
const unused = [
  'geo/projection/(globe_(projection|transform|camera_helper|covering_tiles_details_provider)|vertical_perspective_\\w+)',
  '(render/terrain|tile/terrain_tile_manager|webgl/render_to_texture)',
  'webgl/draw/draw_(hillshade|color_relief|heatmap|fill_extrusion|custom|terrain|debug|collision_debug)',
  'webgl/program/(hillshade|color_relief|heatmap|fill_extrusion|atmosphere)_program',
  'shaders/glsl/(line_gradient\\w*|hillshade\\w*|color_relief|heatmap\\w*|fill_extrusion\\w*|atmosphere|terrain\\w*|_projection_globe|debug|collision_\\w+)\\.\\w+\\.glsl\\.g',
  'data/bucket/(fill_extrusion|heatmap)_bucket',
  'style/style_layer/(fill_extrusion|heatmap|hillshade|color_relief)_style_layer_properties\\.g',
  'style/load_sprite',
  'source/raster_dem_tile_worker_source',
  'tile/tile_manager_raster_dem',
  'data/dem_data',
  'source/(raster_dem_tile|canvas|video)_source',
  'ui/control/(geolocate|fullscreen|terrain|globe|logo)_control',
].map((module) => new RegExp(`/maplibre-gl/src/${module}\\.ts$`));
/** Expressions that our styles do not have. */
const unusedExpression = /\/@maplibre\/maplibre-gl-style-spec\/dist\/expression\/definitions\/(distance|within)\.mjs$/;
/** Decodes a tile format that our tile servers do not use. */
const unusedFormat = '@maplibre/mlt';
/** Unpacks tiles where the browser cannot, which all that the app supports can (DecompressionStream). */
const unusedUnpacker = 'fflate';
/** Validates styles before drawing; ours are validated by the tests (`src/features/parcel-map/map-style.test.ts`). */
const validation = /\/@maplibre\/maplibre-gl-style-spec\/dist\/validate_style\.min\.mjs$/;

/** A module with the same exports: functions and classes that throw, and empty texts. */
async function leftOut(id: string): Promise<string> {
  const { code } = await transformWithOxc(await readFile(id, 'utf8'), id, { sourcemap: false });
  const names = parseAst(code).body.flatMap((node) => {
    if (node.type === 'ExportDefaultDeclaration') return ['default'];
    if (node.type !== 'ExportNamedDeclaration') return [];
    const { declaration } = node;
    const declared =
      declaration?.type === 'VariableDeclaration' ? declaration.declarations.map((each) => each.id) : declaration ? [declaration.id] : [];
    return [...declared, ...node.specifiers.map((each) => each.exported)].flatMap((each) =>
      each?.type === 'Identifier' ? [each.name] : [],
    );
  });
  const file = id.slice(home.length + 1);
  return names
    .map((name) =>
      name === 'default'
        ? "export default '';"
        : `export function ${name}() { throw new Error('${name} of MapLibre (${file}) is left out of this build.'); }`,
    )
    .join('\n');
}

export function maps(): Plugin {
  return {
    name: 'sitewright-maps',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      // Detects modules renamed by an update of MapLibre, which would silently be bundled again.
      const files = (await readdir(sources, { recursive: true })).map((file) => join(sources, file));
      const gone = unused.filter((module) => !files.some((file) => module.test(file)));
      if (gone.length > 0) this.error(`MapLibre has no ${gone.map(String).join(', ')} any more (build/maps.ts).`);
    },
    resolveId(id, importer) {
      if (id === unusedUnpacker && importer?.includes('/pmtiles/')) return `\0${id}`;
      if (id === 'maplibre-gl') return join(sources, 'index.ts');
      if (id === workerUrl || id === unusedFormat) return `\0${id}`;
      return null;
    },
    load: {
      order: 'pre',
      async handler(id) {
        if (id === `\0${workerUrl}`) {
          const worker = this.emitFile({ type: 'chunk', id: join(sources, 'source/worker.ts'), name: 'map-worker' });
          return `export default import.meta.ROLLUP_FILE_URL_${worker};`;
        }
        if (id === `\0${unusedFormat}`)
          return "export const GEOMETRY_TYPE = {};\nexport function decodeTile() { throw new Error('MapLibre tiles are not read here.'); }";
        if (id === `\0${unusedUnpacker}`)
          return "export function decompressSync() { throw new Error('This browser cannot unpack map tiles.'); }";
        // Only its version is read.
        if (id === join(home, 'package.json')) {
          const { version } = JSON.parse(await readFile(id, 'utf8')) as { version: string };
          return JSON.stringify({ version });
        }
        if (validation.test(id)) {
          const parts = ['source', 'sprite', 'glyphs', 'light', 'sky', 'terrain', 'layer', 'filter', 'paintProperty', 'layoutProperty'];
          return `const valid = () => [];\nexport const validateStyleMin = Object.assign(() => [], { ${parts.map((part) => `${part}: valid`).join(', ')} });`;
        }
        return unusedExpression.test(id) || unused.some((module) => module.test(id)) ? leftOut(id) : null;
      },
    },
    transform: {
      filter: { id: /\/maplibre-gl\/src\/.*\.ts$/ },
      // As MapLibre compiles itself: fields that are only declared, such as a subclass's narrower types, are not initialized.
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
