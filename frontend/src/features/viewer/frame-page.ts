/**
 * Builds the document of the embedded frame. The frame is sandboxed without scripts, and its content is sanitized or escaped as well
 * (defence in depth). Pure text, apart from DOMPurify's use of the browser's parser.
 */
import DOMPurify from 'dompurify';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A text file, unchanged. */
export function textPage(text: string): string {
  return page(
    '<style>body{margin:16px}pre{margin:0;font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}</style>',
    `<pre>${escaped(text)}</pre>`,
  );
}

/** The text of a Word 97 file; a line per paragraph. */
export function oldWordPage(paragraphs: readonly string[]): string {
  return page(
    '<style>body{max-width:44em;margin:24px auto;padding:0 16px;font:16px/1.5 system-ui,sans-serif}p{white-space:pre-wrap;tab-size:4;overflow-wrap:anywhere}.note{color:#555;font-size:13px;border-bottom:1px solid #ccc;padding-bottom:8px}</style>',
    `<p class="note">Text only. Download the file to see its layout and images.</p>${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('')}`,
  );
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => escapes[character] ?? character);
}

/** An attached web page: text and embedded images, without anything that runs, submits or loads. */
export function webPage(html: string): string {
  return page(
    '<style>body{margin:16px;font-family:system-ui,sans-serif}</style>',
    DOMPurify.sanitize(html, { USE_PROFILES: { html: true } }),
  );
}

/** A rendered Word document with its style sheets. */
export function wordPage(styles: string, body: string): string {
  const clean = DOMPurify.sanitize(styles + body, {
    USE_PROFILES: { html: true, svg: true, mathMl: true },
    ADD_TAGS: ['style'],
    FORCE_BODY: true,
  });
  // The background of the viewer, not of the library.
  return page('', `${clean}<style>body{margin:0}.word-wrapper{padding:16px;background:none}</style>`);
}

function page(head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light">${head}</head><body>${body}</body></html>`;
}
