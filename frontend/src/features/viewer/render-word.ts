/** Renders a Word file to HTML, loaded only when there is one to show. It needs the document to build elements, so it cannot be in a worker. */
import { renderAsync } from 'docx-preview';
import { wordPage } from './frame-page';

/** The sanitized page of the file. `narrow` lets the text flow instead of keeping the paper's width. Rejects when it is no Word file. */
export async function renderWord(bytes: ArrayBuffer, narrow: boolean): Promise<string> {
  const [body, styles] = [document.createElement('div'), document.createElement('div')];
  await renderAsync(bytes, body, styles, {
    className: 'word',
    inWrapper: true,
    ignoreWidth: narrow,
    ignoreHeight: narrow,
    // Embedded fonts would need data: fonts, which the page's policy refuses.
    ignoreFonts: true,
    useBase64URL: true,
    renderComments: false,
    // Foreign HTML parts come as frames of their own.
    renderAltChunks: false,
  });
  return wordPage(styles.innerHTML, body.innerHTML);
}
