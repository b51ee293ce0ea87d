/** Structure-aware mutations of a JSON value: one change at a random place of the tree. */
import type { Random } from '../simulation/random.ts';
import { Members, membersOf, RawJson } from './json-text.ts';
import { nastyValue } from './nasty-values.ts';

const extraNames = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'id',
  'accountId',
  'account_id',
  'isPublic',
  'price',
  'unitPrice',
  'result',
  '',
  'a'.repeat(300),
  '\u0000',
];

/** @param others values of other fields and accounts that may be put in place of any other */
export function mutateJson(value: unknown, random: Random, others: readonly unknown[] = []): unknown {
  const depth = depthOf(value);
  // Goes down a random way, and changes what it finds where it stops.
  const change = (node: unknown, left: number): unknown => {
    const members = membersOf(node);
    if (left > 0 && Array.isArray(node) && node.length > 0) {
      const at = random.int(0, node.length - 1);
      return node.map((item, i) => (i === at ? change(item, left - 1) : item));
    }
    if (left > 0 && members !== null && members.length > 0) {
      const at = random.int(0, members.length - 1);
      return new Members(
        members.map(([name, member], i) => [name, i === at ? change(member, left - 1) : member]),
      );
    }
    return changeHere(node, random, others);
  };
  return change(value, random.int(0, depth));
}

function depthOf(value: unknown): number {
  const inner = Array.isArray(value) ? value : (membersOf(value)?.map(([, member]) => member) ?? []);
  return inner.length === 0 ? 0 : 1 + Math.max(...inner.map(depthOf));
}

function changeHere(node: unknown, random: Random, others: readonly unknown[]): unknown {
  const members = membersOf(node);
  if (members !== null && random.chance(0.75)) return changeMembers(members, random, others);
  if (Array.isArray(node) && random.chance(0.75)) return changeList(node, random);
  const kind = random.weighted({ nasty: 6, other: others.length > 0 ? 4 : 0, type: 3, wrap: 1, near: 2 });
  switch (kind) {
    case 'nasty':
      return nastyValue(random);
    case 'other':
      return random.pick(others);
    case 'type':
      return retype(node, random);
    case 'wrap':
      return random.chance(0.5) ? [node] : { value: node };
    case 'near':
      return near(node, random);
  }
}

function changeMembers(
  members: readonly (readonly [string, unknown])[],
  random: Random,
  others: readonly unknown[],
): unknown {
  const at = random.int(0, Math.max(0, members.length - 1));
  const kind = random.weighted({ remove: 4, twice: 2, rename: 1, extra: 2, shuffle: 1, nasty: 3 });
  const [name, value] = members[at] ?? ['a', 1];
  switch (kind) {
    case 'remove':
      return new Members(members.filter((_, i) => i !== at));
    case 'twice':
      return new Members([...members, [name, random.chance(0.5) ? value : nastyValue(random)]]);
    case 'rename':
      return new Members(
        members.map(([old, member], i) => [
          i === at ? random.pick([old.toUpperCase(), `${old} `, `${old}[]`, ...extraNames]) : old,
          member,
        ]),
      );
    case 'extra':
      return new Members([...members, [random.pick(extraNames), nastyValue(random)]]);
    case 'shuffle':
      return new Members(members.toReversed());
    case 'nasty': {
      const put = others.length > 0 && random.chance(0.4) ? random.pick(others) : nastyValue(random);
      return new Members(members.map(([old, member], i) => [old, i === at ? put : member]));
    }
  }
}

function changeList(list: readonly unknown[], random: Random): unknown {
  const first = list[0] ?? 1;
  const kind = random.weighted({ empty: 2, twice: 2, many: 1, holes: 1, item: 2 });
  switch (kind) {
    case 'empty':
      return [];
    case 'twice':
      return [...list, ...list];
    case 'many':
      return Array.from({ length: random.pick([100, 500, 501, 2000]) }, () => first);
    case 'holes':
      return [...list, null, '', []];
    case 'item':
      return first;
  }
}

function retype(node: unknown, random: Random): unknown {
  if (typeof node === 'number')
    return random.pick([String(node), [node], node === 1, { value: node }, node + 0.5]);
  if (typeof node === 'string')
    return random.pick([Number(node), [node], node.length, { value: node }, null]);
  return random.pick([String(node), 1, null, true, [node]]);
}

/** A value close to the valid one. */
function near(node: unknown, random: Random): unknown {
  if (typeof node === 'number') return random.pick([node + 1, node - 1, -node, node * 1000, node / 3]);
  if (typeof node === 'string') {
    const at = random.int(0, node.length);
    const sign = random.pick(['\0', '\r\n', '"', '\\', '<', '%', '&', '\u202e', ' ', 'A', '\ud800']);
    return random.pick([node.slice(0, at) + sign + node.slice(at), node.slice(at), node + node]);
  }
  return new RawJson(random.pick(['tru', 'nulll', '', '-', '[1,']));
}
