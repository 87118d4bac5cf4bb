/** Renders a Word file to HTML, loaded on demand. It builds DOM elements, so it cannot run in a worker. */
import { renderAsync } from 'docx-preview';
import { wordPage } from './frame-page';

/** The sanitized page of the file. `narrow` reflows the text instead of keeping the paper's width. Rejects if it is not a Word file. */
export async function renderWord(bytes: ArrayBuffer, narrow: boolean): Promise<string> {
  const [body, styles] = [document.createElement('div'), document.createElement('div')];
  await renderAsync(bytes, body, styles, {
    className: 'word',
    inWrapper: true,
    ignoreWidth: narrow,
    ignoreHeight: narrow,
    // Embedded fonts would need data: URLs, which the content-security policy forbids.
    ignoreFonts: true,
    useBase64URL: true,
    renderComments: false,
    // Embedded HTML parts would become frames.
    renderAltChunks: false,
  });
  return wordPage(styles.innerHTML, body.innerHTML);
}
