/** Customised products (spec: Endpoints > Customized products). */
import type { z } from 'zod';
import { success } from './envelope.ts';
import { id, text } from './wire.ts';

/** The most that a text on a product may have, in UTF-16 units, as form fields count. */
export const longestCustomText = 120;

/** Answer of POST /shapejs/v1: the new product and its model. */
export const customisedSchema = success({ spin: text, modelId: id });
export type Customised = z.infer<typeof customisedSchema>;
