/** Divides the spline surfaces of a BREP file by more knots (spline-knots.ts says why). */
import { textOf } from './byte-scanner.ts';
import { countsOf, dividedSurface, type Pole, type SplineDirection } from './spline-knots.ts';

/** OpenCascade's GeomTools: type, whether rational and periodic, degrees, poles and knots, along u and v. */
const splineSurface = /\n9 [01] [01] [01] [01] \d+ \d+ \d+ \d+ \d+ \d+ /g;

/** The file with a knot in the middle of every piece; null if no spline surface can have one. */
export function brepWithMoreKnots(bytes: Uint8Array): Uint8Array | null {
  const text = textOf(bytes, 0, bytes.length);
  const pieces: string[] = [];
  let from = 0;
  for (const { 0: head, index } of text.matchAll(splineSurface)) {
    if (index < Math.max(from, text.indexOf('\nSurfaces '))) continue;
    const word = /\S+/g;
    word.lastIndex = index + head.length;
    const number = (): number => Number(word.exec(text)?.[0]);
    const flags = head.trim().split(' ', 5).join(' ');
    const [uDegree = 0, vDegree = 0, along = 0, across = 0, uKnots = 0, vKnots = 0] = head
      .trim()
      .split(' ')
      .slice(5)
      .map(Number);
    const isRational = flags.startsWith('9 1') || flags.startsWith('9 0 1');
    const pole = (): Pole => {
      const place = [number(), number(), number()];
      const weight = isRational ? number() : 1;
      return [...place.map((value) => value * weight), weight];
    };
    if (along * across > text.length || uDegree + vDegree > 99) return null;
    const net = Array.from({ length: along }, () => Array.from({ length: across }, pole));
    const direction = (degree: number, count: number): SplineDirection => {
      const knots: number[] = [];
      for (let i = 0; i < count; i++) {
        const [knot, times] = [number(), number()];
        for (let j = 0; j < times && j <= degree; j++) knots.push(knot);
      }
      return { degree, knots };
    };
    const u = direction(uDegree, uKnots);
    const v = direction(vDegree, vKnots);
    const more = dividedSurface({ u, v, net });
    if (more === null || more.net.flat(2).some(Number.isNaN)) continue;
    const listed = ({ knots }: SplineDirection): string => {
      const counts = countsOf(knots);
      return [...new Set(knots)].map((knot, i) => `${knot} ${counts[i]}\n`).join('');
    };
    const poles = more.net.flat().map((place) => {
      const weight = place[3]!;
      return [...place.slice(0, 3).map((value) => value / weight), ...(isRational ? [weight] : [])].join(' ');
    });
    const [uCount, vCount] = [new Set(more.u.knots).size, new Set(more.v.knots).size];
    pieces.push(
      text.slice(from, index),
      `\n${flags} ${uDegree} ${vDegree} ${more.net.length} ${more.net[0]!.length} ${uCount} ${vCount} `,
      `${poles.join('\n')}\n${listed(more.u)}${listed(more.v)}`,
    );
    from = text[word.lastIndex] === '\n' ? word.lastIndex + 1 : word.lastIndex;
  }
  if (pieces.length === 0) return null;
  return Uint8Array.from([...pieces, text.slice(from)].join(''), (letter) => letter.charCodeAt(0));
}
