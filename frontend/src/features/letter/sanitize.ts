/** The one door through which letter HTML enters the page or leaves for the server. The server sanitizes again; neither trusts the other. */
import DOMPurify from 'dompurify';

/** The body's HTML without anything that could run, load or submit. */
export function sanitize(html: string): string {
  return DOMPurify.sanitize(html, { USE_PROFILES: { html: true } });
}

/** Whether there is anything to read in it: an empty paragraph is no letter. */
export function hasContent(html: string | null | undefined): html is string {
  return typeof html === 'string' && sanitize(html).replace(/<[^>]*>|&nbsp;|\s/g, '') !== '';
}
