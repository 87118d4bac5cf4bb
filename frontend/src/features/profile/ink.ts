/** A drawn signature as strokes of points, with conversion to an SVG path and to a PNG. */

export interface Point {
  readonly x: number;
  readonly y: number;
}
export type Stroke = readonly Point[];

/** Pen width in CSS px, and the margin around the strokes. */
export const penWidth = 2.6;
const border = 6;
/** Device pixels per CSS px: sharp on paper. */
const scale = 3;

/** The strokes as one path: a dot for a tap, else a curve through the midpoints between points. */
export function inkPath(strokes: readonly Stroke[]): string {
  return strokes.map(strokePath).join('');
}

function strokePath(stroke: Stroke): string {
  const [first, ...rest] = stroke;
  const last = stroke.at(-1);
  if (!first || !last) return '';
  if (rest.length === 0) return `M${first.x} ${first.y}h0.01`;
  const curves = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? point;
    return `Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`;
  });
  return `M${first.x} ${first.y}${curves.join('')}L${last.x} ${last.y}`;
}

/** The bounding box of the strokes with pen width and margin; undefined without strokes. */
export function inkBox(strokes: readonly Stroke[]): { x: number; y: number; width: number; height: number } | undefined {
  const points = strokes.flat();
  if (points.length === 0) return undefined;
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  const [x, y] = [Math.min(...xs) - border, Math.min(...ys) - border];
  return { x, y, width: Math.max(...xs) + border - x, height: Math.max(...ys) + border - y };
}

/** The strokes in black on transparent, cropped. */
export async function inkPicture(strokes: readonly Stroke[]): Promise<Blob> {
  const box = inkBox(strokes);
  if (!box) throw new Error('Nothing was drawn.');
  const canvas = new OffscreenCanvas(Math.ceil(box.width * scale), Math.ceil(box.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw the signature.');
  context.scale(scale, scale);
  context.translate(-box.x, -box.y);
  context.lineWidth = penWidth;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.stroke(new Path2D(inkPath(strokes)));
  return canvas.convertToBlob({ type: 'image/png' });
}
