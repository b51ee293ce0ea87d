import { describe, expect, it } from 'vitest';
import type { PriceGeometry } from '../../../src-shared/geometry/measure/price-geometry.ts';
import { english } from '../../../src-shared/messages/english.ts';
import { assessPart } from '../../../src-shared/order-gate/assess-part.ts';
import type { GateMaterial, GatePrinter } from '../../../src-shared/order-gate/gate-material.ts';
import type { PartFacts } from '../../../src-shared/order-gate/part-facts.ts';
import type { VerdictLevel } from '../../../src-shared/order-gate/verdict.ts';
import { cubicMetres, metres, squareMetres } from '../../../src-shared/units/units.ts';

/** A block with these sides, m. */
const block = (x: number, y: number, z: number): PriceGeometry => ({
  volume: cubicMetres(x * y * z),
  area: squareMetres(2 * (x * y + y * z + z * x)),
  xBoundMin: metres(0),
  xBoundMax: metres(x),
  yBoundMin: metres(0),
  yBoundMax: metres(y),
  zBoundMin: metres(0),
  zBoundMax: metres(z),
});
const cube = block(0.02, 0.02, 0.02);

const thorough: NonNullable<PartFacts['thorough']> = {
  findings: [],
  isComplete: true,
  walls: null,
  cavities: null,
};
const sound: PartFacts = {
  watertight: true,
  shells: 1,
  findings: [],
  thorough,
  hasColours: false,
  possibleUnits: [],
};
const nylon: GateMaterial = { title: 'Nylon', supportsColorFiles: false, restrictions: {} };
const printer: GatePrinter = {
  xBoundMin: 0.1,
  xBoundMax: 30,
  yBoundMin: 0.1,
  yBoundMax: 20,
  zBoundMin: 0.1,
  zBoundMax: 10,
};

type Defect = PartFacts['findings'][number];
const fail = (kind: string): Defect => ({ kind, severity: 'fail', text: { key: 'geometry.allInverted' } });
const warn = (kind: string): Defect => ({ kind, severity: 'warn', text: { key: 'geometry.allInverted' } });
const found = 'All faces point inwards.';

/** Below a thousandth of the surface, what is thin is a tip. */
const walls = (thinnest: number | null, thinShare = 0, limit = 0.7e-3) => ({
  thinnest,
  thinShare,
  limit,
  wallFrom: thinShare >= 0.001 ? thinnest : null,
  thinnestPin: null,
  thinnestLongPin: null,
});
const restricted = (restrictionName: string) => ({ restrictions: { 1: { restrictionName } } });

interface Case {
  readonly geometry?: PriceGeometry | null;
  readonly facts?: Partial<PartFacts> | null;
  readonly material?: Partial<GateMaterial>;
  readonly printer?: Partial<GatePrinter> | null;
}

const assess = ({ geometry = cube, facts = {}, material = {}, printer: bounds = {} }: Case) =>
  assessPart(
    { geometry, facts: facts && { ...sound, ...facts } },
    { material: { ...nylon, ...material }, printer: bounds && { ...printer, ...bounds } },
  );

type Rule = readonly [string, Case, VerdictLevel, string | null];

const rules: readonly Rule[] = [
  ['A sound part that fits prints.', {}, 'prints', null],
  [
    'A part larger than the printer is refused.',
    { geometry: block(0.4, 0.02, 0.02) },
    'refused',
    'Too large: X may be at most 300 mm.',
  ],
  [
    'A part smaller than the printer can make is refused.',
    { geometry: block(0.02, 0.02, 0.0005) },
    'refused',
    'Too small: Z must be at least 1 mm.',
  ],
  [
    'A part that fits only when rotated prints, and the gate says so.',
    { geometry: block(0.02, 0.02, 0.25) },
    'prints',
    'Fits when rotated.',
  ],
  [
    'An unknown printer puts the part at risk.',
    { printer: null },
    'at-risk',
    'The printer of this material is unknown.',
  ],
  ['A failed quick check is refused.', { facts: { findings: [fail('open-edges')] } }, 'refused', found],
  [
    'A quick warning puts the part at risk.',
    { facts: { findings: [warn('inverted-shell')] } },
    'at-risk',
    found,
  ],
  ['Degenerate faces do no harm.', { facts: { findings: [warn('degenerate-faces')] } }, 'prints', found],
  [
    'Parts that touch along an edge are refused, because services take only manifold parts.',
    { facts: { watertight: false, findings: [warn('non-manifold-edges')] } },
    'refused',
    found,
  ],
  [
    'A part that is not watertight is refused even where no finding tells why.',
    { facts: { watertight: false } },
    'refused',
    'The surface is not watertight.',
  ],
  [
    'A part without volume is refused.',
    { geometry: { ...cube, volume: cubicMetres(0) } },
    'refused',
    'The part encloses no volume.',
  ],
  [
    'A thorough finding puts the part at risk.',
    { facts: { thorough: { ...thorough, findings: [warn('self-intersections')] } } },
    'at-risk',
    found,
  ],
  [
    'A closed cavity does no harm where filament is printed.',
    {
      facts: { thorough: { ...thorough, findings: [warn('cavities')] } },
      material: { technology: 'FDM' },
    },
    'prints',
    found,
  ],
  [
    'A closed cavity puts the part at risk where powder is printed.',
    {
      facts: { thorough: { ...thorough, findings: [warn('cavities')] } },
      printer: { technology: 'SLS' },
    },
    'at-risk',
    found,
  ],
  [
    'Trapped powder does no harm where filament is printed.',
    {
      facts: { thorough: { ...thorough, findings: [warn('trapped-powder')] } },
      material: { technology: 'FDM' },
    },
    'prints',
    found,
  ],
  [
    'Trapped powder puts the part at risk where powder is printed.',
    {
      facts: { thorough: { ...thorough, findings: [warn('trapped-powder')] } },
      printer: { technology: 'SLS' },
    },
    'at-risk',
    found,
  ],
  ...(
    [
      ['SLS', 'prints'],
      ['SLA', 'at-risk'],
      ['DMLS', 'at-risk'],
      ['FDM', 'prints'],
      [undefined, 'prints'],
    ] as const
  ).map(
    ([technology, level]): Rule => [
      `A cavity with a way out of 3.8 mm, by the technology that the printer names: ${technology}.`,
      {
        // The finding is about another material, with wider holes.
        facts: {
          thorough: {
            ...thorough,
            findings: [warn('trapped-powder')],
            cavities: [{ volume: 1e-6, opening: 3.8e-3 }],
          },
        },
        printer: { technology },
      },
      level,
      level === 'at-risk' ? 'Powder or resin stays in one cavity (1 cm³).' : null,
    ],
  ),
  [
    'A cavity closed on all sides keeps its powder in any technology.',
    { facts: { thorough: { ...thorough, cavities: [{ volume: 2e-9, opening: null }] } } },
    'at-risk',
    'Powder or resin stays in one cavity (0.002 cm³).',
  ],
  [
    'A long thin pin puts the part at risk where the service states no minimum.',
    { facts: { thorough: { ...thorough, findings: [fail('thin-pins')] } } },
    'at-risk',
    found,
  ],
  [
    'A pin thinner than the material needs puts the part at risk.',
    {
      facts: {
        thorough: {
          ...thorough,
          findings: [fail('thin-pins')],
          walls: { ...walls(2e-3, 0, 1e-3), thinnestPin: 0.5e-3, thinnestLongPin: 0.5e-3 },
        },
      },
      material: { minimumWall: 0.7e-3 },
    },
    'at-risk',
    'Pins or wires are down to 0.5 mm; Nylon needs 0.7 mm.',
  ],
  [
    'A small thin detail does no harm.',
    { facts: { thorough: { ...thorough, findings: [warn('thin-pins')] } } },
    'prints',
    found,
  ],
  [
    'What may be a new version of another part of the plate is at risk: both would be bought.',
    { facts: { versionOf: 'bracket.stl' } },
    'at-risk',
    'It may be a new version of bracket.stl, which is on the plate, too.',
  ],
  [
    'A part not checked thoroughly prints, and the gate says so.',
    { facts: { thorough: null } },
    'prints',
    'Not checked thoroughly yet.',
  ],
  [
    'An incomplete thorough check is said.',
    { facts: { thorough: { ...thorough, isComplete: false } } },
    'prints',
    'Some thorough checks could not be completed.',
  ],
  [
    'Walls below the limit of the check put the part at risk where the service states no minimum.',
    { facts: { thorough: { ...thorough, findings: [fail('thin-walls')] } } },
    'at-risk',
    found,
  ],
  [
    'Thin tips do no harm where the service states no minimum.',
    { facts: { thorough: { ...thorough, findings: [warn('thin-walls')] } } },
    'prints',
    found,
  ],
  [
    'A wall below the minimum of the material puts the part at risk.',
    { facts: { thorough: { ...thorough, walls: walls(0.5e-3, 0.2) } }, material: { minimumWall: 0.7e-3 } },
    'at-risk',
    'Walls are down to 0.5 mm; Nylon needs 0.7 mm.',
  ],
  [
    'A wall just below the minimum does not read as the minimum.',
    {
      facts: { thorough: { ...thorough, walls: walls(0.2953e-3, 0.2) } },
      material: { minimumWall: 0.3e-3 },
    },
    'at-risk',
    'Walls are down to 0.29 mm; Nylon needs 0.3 mm.',
  ],
  [
    'A wall as thick as the minimum prints, however its file rounds it.',
    {
      facts: { thorough: { ...thorough, walls: walls(0.69999998e-3, 0.2) } },
      material: { minimumWall: 0.7e-3 },
    },
    'prints',
    null,
  ],
  [
    'A wall above the minimum of the material prints, whatever the limit of the check was.',
    {
      facts: {
        thorough: { ...thorough, findings: [fail('thin-walls')], walls: walls(0.5e-3, 0.2) },
      },
      printer: { minimumWall: 0.3e-3 },
    },
    'prints',
    null,
  ],
  [
    'Tips below the minimum of the material do no harm.',
    {
      facts: { thorough: { ...thorough, findings: [warn('thin-walls')], walls: walls(0.5e-3, 0.0001) } },
      material: { minimumWall: 0.7e-3 },
    },
    'prints',
    'Walls are down to 0.5 mm; Nylon needs 0.7 mm.',
  ],
  [
    'A part that is thin on average and somewhere is refused.',
    {
      geometry: block(0.05, 0.05, 0.001),
      facts: { thorough: { ...thorough, walls: walls(1e-3, 1) } },
      material: { minimumWall: 3e-3 },
    },
    'refused',
    'Walls are down to 1 mm; Nylon needs 3 mm.',
  ],
  [
    'A part that is thin on average only is at risk.',
    {
      geometry: block(0.008, 0.008, 0.008),
      facts: { thorough: { ...thorough, walls: walls(8e-3) } },
      material: { minimumWall: 3e-3 },
    },
    'at-risk',
    'Walls are 2.67 mm on average; Nylon needs 3 mm.',
  ],
  [
    'Several parts are refused where the material must be one connected part.',
    { facts: { shells: 2 }, material: restricted('The model must be one connected part') },
    'refused',
    'Nylon must be one connected part; this model has 2.',
  ],
  [
    'A single part passes where the material must be one connected part.',
    { material: restricted('The model must be one connected part') },
    'prints',
    null,
  ],
  [
    'An unknown restriction is shown in the words of the service and puts the part at risk.',
    { material: restricted('Bring your own hammer') },
    'at-risk',
    'The service says: “Bring your own hammer”.',
  ],
  [
    'A known restriction on a part that was not checked puts it at risk.',
    { facts: null, material: restricted('The model must be one connected part') },
    'at-risk',
    'The service says: “The model must be one connected part”.',
  ],
  [
    'A file with colours is at risk where the material loses them.',
    { facts: { hasColours: true } },
    'at-risk',
    'Nylon loses the colours of the file.',
  ],
  [
    'A file with colours prints in a material for colours.',
    { facts: { hasColours: true }, material: { supportsColorFiles: true } },
    'prints',
    null,
  ],
  [
    'An uncertain unit puts the part at risk.',
    { facts: { possibleUnits: ['mm', 'in'] } },
    'at-risk',
    'The unit is not certain: mm or in.',
  ],
  ['A part of unknown size is assessed by what is known.', { geometry: null, facts: null }, 'prints', null],
];

describe('order gate', () => {
  it.each(rules)('The order gate assesses: %s', (_rule, given, level, reason) => {
    const verdict = assess(given);
    expect(verdict.level).toBe(level);
    expect(verdict.reasons.map(({ text }) => english.say(text))[0] ?? null).toBe(reason);
  });

  it('The worst reason comes first and decides the verdict.', () => {
    const verdict = assess({
      geometry: block(0.4, 0.02, 0.02),
      facts: { thorough: null, findings: [warn('inverted-shell')] },
    });
    expect(verdict.reasons.map(({ level }) => level)).toEqual(['refused', 'at-risk', 'prints']);
    expect(verdict.level).toBe('refused');
  });

  it('Without a material only the part itself is assessed.', () => {
    const part = { geometry: block(9, 9, 9), facts: { ...sound, hasColours: true } };
    expect(assessPart(part, null)).toEqual({ level: 'prints', reasons: [] });
    const open = { ...part, facts: { ...part.facts, findings: [fail('open-edges')] } };
    expect(assessPart(open, null).level).toBe('refused');
  });

  it('Lengths are written in the unit that the person reads.', () => {
    const { reasons } = assessPart(
      { geometry: block(0.4, 0.02, 0.02), facts: sound },
      { material: nylon, printer: { ...printer, xBoundMax: 25.4, yBoundMax: 25.4, zBoundMax: 25.4 } },
      'in',
    );
    expect(english.say(reasons[0]!.text)).toBe('Too large: X may be at most 10 in.');
  });
});
