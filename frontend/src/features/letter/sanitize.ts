/** The one door through which letter HTML enters the page or leaves for the server. The server sanitizes again; neither trusts the other. */
import DOMPurify from 'dompurify';
import { termNames } from './term-names';

const purifier = DOMPurify(window);
const known: ReadonlySet<string> = new Set(termNames);
purifier.addHook('uponSanitizeAttribute', (element, attribute) => {
  if (attribute.attrName === 'data-term') attribute.keepAttr = element.tagName === 'SPAN' && known.has(attribute.attrValue);
});

/** The body's HTML without anything that could run, load or submit. */
export function sanitize(html: string): string {
  return purifier.sanitize(html, { USE_PROFILES: { html: true }, ALLOW_DATA_ATTR: false, ADD_ATTR: ['data-term'] });
}

/** Whether there is anything to read in it: an empty paragraph is no letter. */
export function hasContent(html: string | null | undefined): html is string {
  return typeof html === 'string' && sanitize(html).replace(/<[^>]*>|&nbsp;|\s/g, '') !== '';
}
