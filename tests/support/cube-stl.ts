/** A closed cube as ASCII STL, 10 mm wide, with a name that makes its bytes unique. */
export function cubeStl(name: string, size = 10): string {
  const at = (corner: number) => `${corner & 1 ? size : 0} ${corner & 2 ? size : 0} ${corner & 4 ? size : 0}`;
  const faces = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ] as const;
  const triangle = (...corners: number[]) =>
    `facet normal 0 0 0\nouter loop\n${corners.map((c) => `vertex ${at(c)}\n`).join('')}endloop\nendfacet\n`;
  const body = faces.map(([a, b, c, d]) => triangle(a, b, c) + triangle(a, c, d)).join('');
  return `solid ${name}\n${body}endsolid ${name}\n`;
}
