/** JSON Schema (2020-12) of the wire schemas: what is sent, before any decoding. */
import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/**
 * The JSON Schema of values before decoding. Lists and keyed objects that the decoder repairs may also be
 * null, missing or, since PHP services send empty objects so, an empty array (src-shared/api/wire.ts).
 */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = (zodSchema as unknown as Inner)._zod;
      const repaired = repairedKind(zodSchema as unknown as Inner);
      if (repaired !== null) {
        const inner = { ...jsonSchema };
        for (const key of Object.keys(jsonSchema)) delete (jsonSchema as JsonSchema)[key];
        const empty = { type: 'array', maxItems: 0 };
        Object.assign(jsonSchema, {
          anyOf: [inner, { type: 'null' }, ...(repaired === 'record' ? [empty] : [])],
        });
      }
      if (def.type === 'object' && def.shape && jsonSchema.required) {
        const shape = def.shape;
        jsonSchema.required = jsonSchema.required.filter((name) => {
          const member = shape[name];
          return member === undefined || repairedKind(member) === null;
        });
        if (jsonSchema.required.length === 0) delete jsonSchema.required;
      }
    },
  }) as JsonSchema;
  return rest;
}

/** The internal definition of a zod schema, as far as it is needed here. */
interface Inner {
  readonly _zod: {
    readonly def: {
      readonly type: string;
      readonly in?: Inner;
      readonly out?: Inner;
      readonly shape?: Readonly<Record<string, Inner>>;
    };
  };
}

/** Whether the schema is `list(...)` or `keyed(...)` of wire.ts. */
function repairedKind({ _zod: { def } }: Inner): 'record' | 'array' | null {
  if (def.type !== 'pipe' || def.in?._zod.def.type !== 'transform') return null;
  const out = def.out?._zod.def.type;
  return out === 'record' || out === 'array' ? out : null;
}
