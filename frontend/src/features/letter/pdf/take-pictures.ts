/**
 * Renders images of the letter's sheets. All sheets become one SVG, so that styles are read and typefaces decoded once; each sheet is then
 * painted from it. The browser compresses the pixels, which is much faster than encoding and decoding a PNG.
 */
import { domToForeignObjectSvg } from 'modern-screenshot';
import { faceCss } from './face-css';

/** Device pixels per CSS px: 204 dpi on paper. */
const renderScale = 2;

const sides = ['top', 'right', 'bottom', 'left'];

/** The CSS properties that affect a letter. Copying all properties takes ten times as long. */
const paintedProperties = [
  ...['display', 'box-sizing', 'width', 'height', 'min-width', 'min-height', 'max-width', 'overflow-x', 'overflow-y'],
  ...['flex-direction', 'flex-wrap', 'flex-grow', 'flex-shrink', 'flex-basis', 'align-items', 'align-self', 'justify-content'],
  ...['row-gap', 'column-gap', 'grid-template-columns', 'table-layout', 'border-collapse', 'border-spacing', 'vertical-align'],
  ...sides.flatMap((side) => [`margin-${side}`, `padding-${side}`]),
  ...sides.flatMap((side) => ['width', 'style', 'color'].map((part) => `border-${side}-${part}`)),
  ...['color', 'background-color', 'font-family', 'font-size', 'font-style', 'font-weight', 'font-feature-settings'],
  ...['font-variant-numeric', 'font-variant-ligatures', 'font-variant-position', 'letter-spacing', 'line-height'],
  ...['text-align', 'text-indent', 'text-transform', 'text-decoration-line', 'text-decoration-style', 'text-decoration-color'],
  ...['white-space-collapse', 'text-wrap-mode', 'white-space', 'overflow-wrap', 'word-break', 'list-style-type', 'list-style-position'],
  ...['object-fit', 'object-position', 'direction', 'unicode-bidi'],
];

/** Pixels of a sheet in rows from the top, zlib-compressed as in PDF. */
export interface Pixels {
  data: Uint8Array;
  columns: number;
  rows: number;
  /** One byte per pixel; else red, green and blue. */
  gray: boolean;
}

/** An image of each sheet. The sheets are below each other in `desk`, all with the size of the first. */
export async function takePictures(desk: HTMLElement, sheets: readonly HTMLElement[]): Promise<Pixels[]> {
  const box = desk.getBoundingClientRect();
  const image = await vectorImage(desk, box.width, box.height);
  const pictures: Pixels[] = [];
  for (const sheet of sheets) {
    const { left, top, width, height } = sheet.getBoundingClientRect();
    pictures.push(await paint(image, left - box.left, top - box.top, width, height));
  }
  return pictures;
}

async function vectorImage(desk: HTMLElement, width: number, height: number): Promise<HTMLImageElement> {
  const svg = await domToForeignObjectSvg(desk, {
    width,
    height,
    font: { cssText: await faceCss(desk) },
    includeStyleProperties: paintedProperties,
    // The container is off screen; its image must not be.
    style: { position: 'static', left: '0' },
  });
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  return image;
}

async function paint(image: HTMLImageElement, left: number, top: number, width: number, height: number): Promise<Pixels> {
  const canvas = new OffscreenCanvas(Math.round(width * renderScale), Math.round(height * renderScale));
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('This browser cannot render the letter.');
  context.scale(renderScale, renderScale);
  context.drawImage(image, -left, -top, image.width, image.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const gray = isGray(data);
  return { data: await compress(packed(data, gray ? 1 : 3)), columns: canvas.width, rows: canvas.height, gray };
}

function isGray(rgba: Uint8ClampedArray): boolean {
  for (let at = 0; at < rgba.length; at += 4) if (rgba[at] !== rgba[at + 1] || rgba[at] !== rgba[at + 2]) return false;
  return true;
}

/** The first `channels` of each pixel. */
function packed(rgba: Uint8ClampedArray, channels: 1 | 3): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array((rgba.length / 4) * channels);
  for (let from = 0, to = 0; from < rgba.length; from += 4)
    for (let channel = 0; channel < channels; channel += 1) bytes[to++] = rgba[from + channel] ?? 0;
  return bytes;
}

async function compress(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
