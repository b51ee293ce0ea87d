import { expect, it } from 'vitest';
import {
  escapeHoleOf,
  leavesCavitiesEmpty,
  usualEscapeHole,
} from '../../../src-shared/order-gate/escape-hole.ts';

it.each([
  ['SLS', 3.5e-3],
  ['MJM', 3.5e-3],
  ['PolyJet', 3.5e-3],
  ['Lost wax casting', 3.5e-3],
  [null, usualEscapeHole],
  ['SLA', 4e-3],
  ['Binder jetting', 5e-3],
  ['3DP', 5e-3],
  ['DMLS', 5e-3],
  ['FDM', null],
  ['Filament (FFF)', null],
] as const)('The escape hole of %s is %s m.', (technology, hole) => {
  expect(escapeHoleOf(technology)).toBe(hole);
  expect(leavesCavitiesEmpty(technology)).toBe(hole === null);
});
