/**
 * OpenCascade's module as it is built into Fabdesk; build/notices/occt-import-js.changes.txt tells users
 * about it.
 */
import { limitLoops } from './limit-loops.ts';
import { splitCases } from './split-cases.ts';

export const prepareOcct = (module: Uint8Array): Uint8Array => limitLoops(splitCases(module));
