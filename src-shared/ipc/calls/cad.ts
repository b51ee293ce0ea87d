/** Calls about the add-ons of CAD programs on this computer. */
import { z } from 'zod';
import { cadProgramSchema } from '../cad-program.ts';
import { always, call } from '../wire.ts';
import { nothing } from './empty.ts';

const programs = z.array(cadProgramSchema);
const place = z.object({ folder: z.string().min(1).max(4096) });

export const cadCalls = {
  'cad.programs': call.read(nothing, programs),
  /** Also brings an add-on up to date. Answers with all programs. */
  'cad.install': call.write(place, programs, always),
  'cad.remove': call.write(place, programs, always),
} as const;
