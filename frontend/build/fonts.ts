/**
 * Reduces our fonts' Latin files to what the app uses: the weights 400 to 700 of their unicode-range. The other scripts stay unchanged,
 * because browsers load them only when a page contains their characters. The interface font is preloaded in index.html, before the style
 * sheet is parsed.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const weights = { min: 400, max: 700 };
const latin = /\/(inter|source-serif-4)-latin-wght-[^/]*\.woff2$/;
const firstSeen = /\/inter-latin-wght-[^/]*\.woff2$/;

/** The characters of 'U+0000-00FF,U+0131'. */
function characters(range: string): string {
  return range
    .split(',')
    .flatMap((each) => {
      const [first, last] = each.trim().slice(2).split('-');
      const from = Number.parseInt(first ?? '', 16);
      return Array.from({ length: Number.parseInt(last ?? first ?? '', 16) - from + 1 }, (_, at) => String.fromCodePoint(from + at));
    })
    .join('');
}

/** Part of the file names, which must change when the subset changes. */
export const fontMark = `${weights.min}-${weights.max}`;
export const isSubset = (name: string): boolean => /^(inter|source-serif-4)-latin-wght/.test(name);

export function fonts(): Plugin {
  const ranges = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('@fontsource-variable/inter/unicode.json'), 'utf8')) as {
    latin: string;
  };
  return {
    name: 'sitewright-fonts',
    apply: 'build',
    async generateBundle(_, bundle) {
      const text = characters(ranges.latin);
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !latin.test(`/${file.fileName}`)) continue;
        file.source = await subsetFont(Buffer.from(file.source), text, { targetFormat: 'woff2', variationAxes: { wght: weights } });
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => firstSeen.test(`/${name}`))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: true },
            injectTo: 'head' as const,
          })),
    },
  };
}
