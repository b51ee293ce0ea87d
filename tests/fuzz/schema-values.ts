/** Valid values of a JSON schema, with hints for fields whose meaning the schema does not say. */
import type { Random } from '../simulation/random.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A value for a field of this name, or `undefined` to follow the schema. */
export type Hint = (name: string) => unknown;

export function valueOfSchema(
  schema: JsonSchema,
  random: Random,
  hint: Hint,
  root: JsonSchema = schema,
  depth = 0,
): unknown {
  const inner = (of: unknown) => valueOfSchema((of ?? {}) as JsonSchema, random, hint, root, depth + 1);
  if (typeof schema['$ref'] === 'string') {
    const path = schema['$ref'].replace(/^#\/?/, '').split('/').filter(Boolean);
    return inner(path.reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], root));
  }
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return random.pick(schema['enum']);
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices)) return inner(random.pick(choices));
  if (Array.isArray(schema['allOf'])) return Object.assign({}, ...schema['allOf'].map(inner));
  switch (Array.isArray(schema['type']) ? random.pick(schema['type']) : schema['type']) {
    case 'object':
      return objectOf(schema, random, hint, inner);
    case 'array': {
      // A tuple has an entry for each place, and none behind them.
      if (Array.isArray(schema['prefixItems'])) return schema['prefixItems'].map(inner);
      const least = Number(schema['minItems'] ?? 0);
      const count = depth > 6 ? least : Math.max(least, random.int(0, 2));
      return Array.from({ length: Math.min(count, Number(schema['maxItems'] ?? count)) }, () =>
        inner(schema['items']),
      );
    }
    case 'string':
      return textOf(schema, random);
    case 'integer':
    case 'number':
      return numberOf(schema, random);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      return 1;
  }
}

function objectOf(schema: JsonSchema, random: Random, hint: Hint, inner: (of: unknown) => unknown): unknown {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, unknown>>;
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const value: Record<string, unknown> = {};
  for (const [name, of] of Object.entries(properties)) {
    const hinted = hint(name);
    if (!required.has(name) && random.chance(hinted === undefined ? 0.5 : 0.15)) continue;
    value[name] = hinted === undefined ? inner(of) : hinted;
  }
  const others = schema['additionalProperties'];
  if (typeof others === 'object' && others !== null && random.chance(0.5))
    value[random.pick(['6', '25', 'a'])] = inner(others);
  return value;
}

const samples: Readonly<Record<string, string>> = {
  uuid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  uri: 'http://127.0.0.1:9/',
  'date-time': '2026-11-20T10:00:00Z',
};

function textOf(schema: JsonSchema, random: Random): string {
  const sample = samples[String(schema['format'])];
  if (sample !== undefined) return sample;
  const pattern = typeof schema['pattern'] === 'string' ? schema['pattern'] : '';
  const hex = /\{(\d+)\}/.exec(pattern)?.[1];
  if (pattern.includes('0-9a-f') && hex !== undefined) return 'a'.repeat(Number(hex));
  const least = Number(schema['minLength'] ?? 0);
  return random
    .pick(['a part', 'x', 'Ünïcode', '1'])
    .padEnd(least, 'x')
    .slice(0, Number(schema['maxLength'] ?? 1000));
}

function numberOf(schema: JsonSchema, random: Random): number {
  const low = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? 0);
  const high = Math.min(Number(schema['maximum'] ?? low + 10), low + 1000);
  return random.int(
    Math.max(low, schema['exclusiveMinimum'] === undefined ? low : low + 1),
    Math.max(high, low + 1),
  );
}
