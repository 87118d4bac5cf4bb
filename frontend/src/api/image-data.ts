/** Images of the letter as data URLs, because the PDF's image of a sheet must not load anything. */

import { dataUrl } from '../lib/data-url';

/** The image at a path; undefined when there is none, or when it cannot be loaded or shown. */
export async function imageData(url: string | null, signal: AbortSignal): Promise<string | undefined> {
  if (!url) return undefined;
  try {
    const answer = await fetch(url, { signal });
    if (!answer.ok) throw new Error(`The server responded with status ${answer.status}.`);
    const data = await dataUrl(await answer.blob());
    const image = new Image();
    image.src = data;
    await image.decode();
    return data;
  } catch (cause) {
    if (!signal.aborted) console.error('An image of the letter could not be loaded.', cause);
    return undefined;
  }
}
