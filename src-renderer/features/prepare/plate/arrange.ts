/**
 * Places parts side by side: on the plate in rows from the back to the front, the whole group centred. Parts
 * that do not fit, or belong to another printer, are placed beside the plate.
 */

export interface Footprint {
  readonly id: string;
  /** mm, along x and y. */
  readonly width: number;
  readonly depth: number;
  /** Another printer makes it. */
  readonly isElsewhere?: boolean;
}

export interface Place {
  /** The position of its middle, mm from the middle of the plate. */
  readonly at: readonly [x: number, y: number];
  readonly isBeside: boolean;
}

interface Row {
  readonly parts: Footprint[];
  width: number;
  depth: number;
}

interface Size {
  readonly width: number;
  readonly depth: number;
}

/**
 * `plate` in mm; without one, all fit. `first`: the part that is on the plate in any case, too large or not.
 */
export function arrange(
  parts: readonly Footprint[],
  plate: Size | null,
  first: string | null = null,
  gap = 5,
): ReadonlyMap<string, Place> {
  const space = plate ?? {
    width: Math.max(...parts.map((part) => part.width), 1) * 3 + gap * 4,
    depth: Infinity,
  };
  const own = parts.filter((part) => !part.isElsewhere || part.id === first);
  const { rows, left } = bestRows(own, space, first, gap);
  const places = new Map<string, Place>();
  let reach = space.width / 2;
  let y = depthOf(rows, gap) / 2;
  for (const row of rows) {
    let x = -row.width / 2;
    for (const part of row.parts) {
      places.set(part.id, { at: [x + part.width / 2, y - row.depth / 2], isBeside: false });
      x += part.width + gap;
    }
    reach = Math.max(reach, row.width / 2);
    y -= row.depth + gap;
  }
  const beside = new Set(left);
  const others = parts.filter((part) => beside.has(part) || !own.includes(part));
  placeBeside(others, places, { right: -reach - 4 * gap, front: -space.depth / 2, width: space.width, gap });
  return places;
}

/** In their order if all fit so, else the deepest first, so that as many as possible fit. */
function bestRows(
  parts: readonly Footprint[],
  space: Size,
  first: string | null,
  gap: number,
): { rows: Row[]; left: Footprint[] } {
  const inOrder = fillRows(parts, space, gap);
  if (inOrder.left.length === 0) return inOrder;
  const deepest = parts.toSorted(
    (a, b) => Number(b.id === first) - Number(a.id === first) || b.depth - a.depth || b.width - a.width,
  );
  return fillRows(deepest, space, gap);
}

/** The first part is placed even if it is too large. */
function fillRows(parts: readonly Footprint[], space: Size, gap: number): { rows: Row[]; left: Footprint[] } {
  const rows: Row[] = [];
  const left: Footprint[] = [];
  for (const part of parts) {
    const used = depthOf(rows, gap);
    const row = rows.find(
      ({ width, depth }) =>
        width + gap + part.width <= space.width && used + Math.max(0, part.depth - depth) <= space.depth,
    );
    if (row) {
      row.parts.push(part);
      row.width += gap + part.width;
      row.depth = Math.max(row.depth, part.depth);
    } else if (rows.length === 0 || (part.width <= space.width && used + gap + part.depth <= space.depth)) {
      rows.push({ parts: [part], width: part.width, depth: part.depth });
    } else {
      left.push(part);
    }
  }
  return { rows, left };
}

const depthOf = (rows: readonly Row[], gap: number): number =>
  rows.reduce((sum, row) => sum + row.depth, 0) + gap * Math.max(0, rows.length - 1);

/**
 * At the left of the plate, in rows about as wide as it, the small ones in front and the large ones at the
 * back: the standard view comes from the right, so nothing beside the plate covers what is on it.
 */
function placeBeside(
  parts: readonly Footprint[],
  places: Map<string, Place>,
  { right, front, width, gap }: { right: number; front: number; width: number; gap: number },
): void {
  const smallFirst = parts.toSorted((a, b) => a.width * a.depth - b.width * b.depth);
  // A part wider than the plate gets its place, too: one without would be drawn in the middle of the plate.
  const widest = parts.reduce((most, part) => Math.max(most, part.width), width);
  const { rows } = fillRows(smallFirst, { width: widest, depth: Infinity }, gap);
  let y = front;
  for (const row of rows) {
    let x = right;
    for (const part of row.parts) {
      places.set(part.id, { at: [x - part.width / 2, y + row.depth / 2], isBeside: true });
      x -= part.width + gap;
    }
    y += row.depth + gap;
  }
}
