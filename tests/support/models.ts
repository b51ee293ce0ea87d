/** Small models written by hand, so that tests know their numbers. */

/** An ASCII STL box from the origin, closed, facing outwards. Sizes in file units. */
export function boxStl(
  x: number,
  y: number,
  z: number,
  name = 'box',
  at: [number, number, number] = [0, 0, 0],
): string {
  const corner = (i: number): string =>
    `${at[0] + (i & 1 ? x : 0)} ${at[1] + (i & 2 ? y : 0)} ${at[2] + (i & 4 ? z : 0)}`;
  const faces = [
    [0, 2, 1],
    [1, 2, 3],
    [4, 5, 6],
    [5, 7, 6],
    [0, 1, 4],
    [1, 5, 4],
    [2, 6, 3],
    [3, 6, 7],
    [0, 4, 2],
    [2, 4, 6],
    [1, 3, 5],
    [3, 7, 5],
  ];
  const facet = ([a, b, c]: number[]): string =>
    `facet normal 0 0 0\nouter loop\nvertex ${corner(a!)}\nvertex ${corner(b!)}\nvertex ${corner(c!)}\nendloop\nendfacet\n`;
  return `solid ${name}\n${faces.map(facet).join('')}endsolid ${name}\n`;
}

/** The box without its last face: open, so not printable. */
export const openBoxStl = (size: number): string => {
  const text = boxStl(size, size, size);
  return `${text.slice(0, text.lastIndexOf('facet normal'))}endsolid box\n`;
};
