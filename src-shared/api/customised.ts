/** Customised products (spec: Endpoints > Customized products). */
import type { z } from 'zod';
import { success } from './envelope.ts';
import { id, text } from './wire.ts';

/** Answer of POST /shapejs/v1: the new product and its model. */
export const customisedSchema = success({ spin: text, modelId: id });
export type Customised = z.infer<typeof customisedSchema>;
