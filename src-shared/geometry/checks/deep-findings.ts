/** The findings of the thorough check: each outcome, and what it means for printing. */
import { ref } from '../../messages/messages.ts';
import type { DeepCheckKind, Finding } from '../geometry.ts';
import type { GeometryText, Statement } from '../geometry-text.ts';
import type { LengthText } from '../unit-texts.ts';
import type { Places } from './places.ts';
import type { ThicknessMap } from './thickness.ts';

/** The answer to one question of the thorough check. */
export interface DeepCheck extends Statement {
  readonly kind: DeepCheckKind;
  /** `not-checked`: the text gives the reason, and the details say what to do about it. */
  readonly status: 'pass' | 'warn' | 'fail' | 'not-checked';
  /** Set if `status` is `warn` or `fail`; its severity is the same. */
  readonly finding: Finding | null;
}

export const passed = (kind: DeepCheckKind, text: GeometryText, ...details: GeometryText[]): DeepCheck => ({
  kind,
  status: 'pass',
  text,
  details,
  finding: null,
});

export const notChecked = (
  kind: DeepCheckKind,
  text: GeometryText,
  ...details: GeometryText[]
): DeepCheck => ({ kind, status: 'not-checked', text, details, finding: null });

export const defect = (
  kind: DeepCheckKind,
  places: Places,
  severity: Finding['severity'],
  statement: Statement,
): DeepCheck => ({
  kind,
  status: severity,
  ...statement,
  finding: places.toFinding(kind, severity, statement),
});

export function thicknessCheck(map: ThicknessMap, places: Places, lengthText: LengthText): DeepCheck {
  const how = howMeasured(map, lengthText);
  if (map.thinnest === null) {
    return passed('thin-walls', ref('geometry.noWalls'), ref('geometry.noWalls.more'), how);
  }
  const limit = lengthText(map.limit);
  if (map.thinFaces.length === 0) {
    return passed(
      'thin-walls',
      ref('geometry.wallsFine', { limit, thinnest: lengthText(map.thinnest.thickness) }),
      ref('geometry.wallsFine.more', { share: map.thinShareAtMost }),
      how,
    );
  }
  // A sample at the very edge says nothing of the region around it.
  const regionsOwn = map.thinWalls.map((wall) => wall.thinnest);
  const thinnest = lengthText(
    regionsOwn.length > 0 ? Math.min(...regionsOwn) : map.thinnest.thickness,
    'down',
  );
  if (map.wallFrom === null || map.limit < map.wallFrom) {
    return defect('thin-walls', places, 'warn', {
      text: ref('geometry.thinTips', { limit, thinnest, share: map.thinShare }),
      details: [ref('geometry.thinTips.more'), how],
    });
  }
  const { thinWalls } = map;
  // A wall at a smaller limit may be no region of its own at this one.
  const share = thinWalls.length > 0 ? thinWalls.reduce((sum, wall) => sum + wall.share, 0) : map.thinShare;
  const regions = ref('geometry.thinWalls.regions', {
    count: Math.max(1, thinWalls.length),
    share: thinWalls[0]?.share ?? share,
  });
  return defect('thin-walls', places, 'fail', {
    text: ref('geometry.thinWalls', { limit, thinnest, share }),
    details: [ref('geometry.thinWalls.more'), regions, how],
  });
}

export function pinCheck(
  { pins, limit, ...map }: ThicknessMap,
  places: Places,
  lengthText: LengthText,
): DeepCheck {
  const how = howMeasured(map, lengthText);
  const shown = lengthText(limit);
  if (pins.length === 0) return passed('thin-pins', ref('geometry.noPins', { limit: shown }), how);
  const long = pins.filter(({ isLong }) => isLong);
  const named = long.length > 0 ? long : pins;
  const found = {
    count: named.length,
    limit: shown,
    thinnest: lengthText(Math.min(...named.map(({ thinnest }) => thinnest)), 'down'),
  };
  if (long.length === 0) {
    const text = ref('geometry.thinDetails', found);
    return defect('thin-pins', places, 'warn', { text, details: [ref('geometry.thinDetails.more'), how] });
  }
  const length = lengthText(long[0]!.length);
  return defect('thin-pins', places, 'fail', {
    text: ref('geometry.thinPins', found),
    details: [ref('geometry.thinPins.more', { length }), how],
  });
}

const howMeasured = (
  { samples, spacing, sampledShare }: Pick<ThicknessMap, 'samples' | 'spacing' | 'sampledShare'>,
  lengthText: LengthText,
): GeometryText =>
  ref('geometry.howMeasured', { samples, spacing: lengthText(spacing), share: sampledShare });

/** `coverage`: the share of the surface that was searched before the search gave up. */
const searched = (coverage: number): GeometryText[] =>
  coverage < 1 ? [ref('geometry.partlySearched', { share: coverage })] : [];

export const crossings = (count: number, coverage: number): Statement => ({
  text: ref('geometry.crossingFaces', { count }),
  details: [ref('geometry.crossingFaces.more'), ...searched(coverage)],
});

export const overlaps = (count: number, coverage: number): Statement => ({
  text: ref('geometry.overlappingParts', { count }),
  details: [ref('geometry.overlappingParts.more'), ...searched(coverage)],
});

export const specks = (count: number, size: GeometryText): Statement => ({
  text: ref('geometry.specks', { count, size }),
  details: [ref('geometry.specks.more')],
});
