/** Places parts side by side on the plate: rows from the back to the front, the whole group centred. */

export interface Footprint {
  readonly id: string;
  /** mm, along x and y. */
  readonly width: number;
  readonly depth: number;
}

export type Places = ReadonlyMap<string, readonly [x: number, y: number]>;

/** Null if they do not all fit side by side. `plate` in mm; without one, all fit. */
export function arrange(
  parts: readonly Footprint[],
  plate: { width: number; depth: number } | null,
  gap = 5,
): Places | null {
  const width = plate?.width ?? Math.max(...parts.map((part) => part.width), 1) * 3 + gap * 4;
  const rows: { parts: Footprint[]; width: number; depth: number }[] = [];
  for (const part of parts) {
    const row = rows.at(-1);
    if (row && row.width + gap + part.width <= width) {
      row.parts.push(part);
      row.width += gap + part.width;
      row.depth = Math.max(row.depth, part.depth);
    } else {
      rows.push({ parts: [part], width: part.width, depth: part.depth });
    }
  }
  const depth = rows.reduce((sum, row) => sum + row.depth, 0) + gap * Math.max(0, rows.length - 1);
  const isTooWide = plate !== null && rows.some((row) => row.width > plate.width);
  const isTooDeep = plate !== null && depth > plate.depth;
  if (parts.length > 1 && (isTooWide || isTooDeep)) return null;
  const places = new Map<string, readonly [number, number]>();
  let y = depth / 2;
  for (const row of rows) {
    let x = -row.width / 2;
    for (const part of row.parts) {
      places.set(part.id, [x + part.width / 2, y - row.depth / 2]);
      x += part.width + gap;
    }
    y -= row.depth + gap;
  }
  return places;
}
