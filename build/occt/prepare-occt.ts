/**
 * OpenCascade's module as it is built into Fabdesk; build/notices/occt-import-js.changes.txt tells users
 * about it.
 */
import { limitLoops } from '../../src-shared/geometry/readers/occt/limit-loops.ts';
import { splitCases } from './split-cases.ts';

/** Readers limit the loops of any other module themselves, which takes them 40 ms. */
export const prepareOcct = (module: Uint8Array): Uint8Array => limitLoops(splitCases(module));
