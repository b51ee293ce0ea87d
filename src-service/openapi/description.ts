/** The description of a route, for the OpenAPI document. */
import type { z } from 'zod';

export interface Description {
  readonly summary: string;
  /** Names of query parameters. */
  readonly query?: readonly string[];
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
}

/** The options of a route that is described and has no others. */
export const described = (
  summary: string,
  answer: z.ZodType,
  more: Pick<Description, 'query' | 'body'> = {},
) => ({ config: { describes: { summary, answer, ...more } } });
