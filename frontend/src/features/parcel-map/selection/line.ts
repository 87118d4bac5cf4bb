/** Lines on a plane: metres east and north of a place nearby, or pixels of the screen. */
export type Point = readonly [x: number, y: number];
export type Line = readonly Point[];

/** The point of a line that is closest to another, and the vertex before it. */
export function closest(line: Line, [x, y]: Point): { readonly distance: number; readonly at: Point; readonly before: number } {
  let best = { distance: Infinity, at: [0, 0] as Point, before: 0 };
  line.forEach((from, before) => {
    const to = line[before + 1] ?? from;
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const squared = dx * dx + dy * dy;
    const part = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / squared));
    const at: Point = [from[0] + part * dx, from[1] + part * dy];
    const distance = Math.hypot(x - at[0], y - at[1]);
    if (distance < best.distance) best = { distance, at, before };
  });
  return best;
}

/** A line with at most so many points: those that change its shape least are left out. */
export function within(line: Line, most: number): Line {
  for (let tolerance = 1, fewer = line; ; tolerance *= 2) {
    if (fewer.length <= most) return fewer;
    fewer = simplified(line, tolerance);
  }
}

/** Douglas-Peucker: what is left out is closer than `tolerance` to the line. */
function simplified(line: Line, tolerance: number): Line {
  const kept = new Set([0, line.length - 1]);
  const spans: [first: number, last: number][] = [[0, line.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span;
    const chord = [line[first], line[last]].filter((at) => at !== undefined);
    let [farthest, distance] = [first, tolerance];
    for (let index = first + 1; index < last; index += 1) {
      const off = closest(chord, line[index] ?? [0, 0]).distance;
      if (off > distance) [farthest, distance] = [index, off];
    }
    if (farthest === first) continue;
    kept.add(farthest);
    spans.push([first, farthest], [farthest, last]);
  }
  return line.filter((_, index) => kept.has(index));
}
