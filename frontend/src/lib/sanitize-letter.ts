/** Sanitizes all letter HTML that enters the page or is sent to the server. The server sanitizes again; neither relies on the other. */
import DOMPurify from 'dompurify';
import { fieldNames } from './term-names';

const purifier = DOMPurify(window);
const known: ReadonlySet<string> = new Set(fieldNames);
purifier.addHook('uponSanitizeAttribute', (element, attribute) => {
  if (attribute.attrName === 'data-term') attribute.keepAttr = element.tagName === 'SPAN' && known.has(attribute.attrValue);
  // Names of formats; the server keeps only those that it knows.
  if (attribute.attrName === 'data-fmt') attribute.keepAttr = element.tagName === 'SPAN' && /^[a-z_]+$/.test(attribute.attrValue);
});

/** The body's HTML without anything that could run, load or submit. */
export function sanitize(html: string): string {
  return purifier.sanitize(html, { USE_PROFILES: { html: true }, ALLOW_DATA_ATTR: false, ADD_ATTR: ['data-term', 'data-fmt'] });
}

/** Whether it contains text: an empty paragraph does not count. */
export function hasContent(html: string | null | undefined): html is string {
  return typeof html === 'string' && sanitize(html).replace(/<[^>]*>|&nbsp;|\s/g, '') !== '';
}
