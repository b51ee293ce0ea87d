/** A line of an order on its way to the last check. */
import type { AgreedLine } from '../../../src-shared/jobs/agreement-schema.ts';
import type { OrderLine } from '../../../src-shared/jobs/job.ts';

/** A line, what was agreed about it, and the model that the order would name for it. */
export interface CheckedLine {
  readonly line: OrderLine;
  readonly agreed: AgreedLine;
  readonly modelId: number;
  /** The version that its upload made; null without an upload. */
  readonly uploadedVersion: number | null;
}

/** The fault of a line's model, apart from its price. */
export type Misfit = 'gone' | 'file' | 'withheld' | 'markup';
