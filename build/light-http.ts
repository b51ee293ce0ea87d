/**
 * Lets bundles use `node:http` and `node:https` without loading undici.
 *
 * Importing `node:http` as an ES module reads all its exports, including the getters of `WebSocket` and its
 * events. These load undici, which takes as long again as the start of Node (docs/benchmarks.md).
 * `process.getBuiltinModule` reads no getters.
 */
import { builtinModules } from 'node:module';
import type { Plugin } from 'vite';

const modules = new Set(['node:http', 'node:https']);
/** What Node fills in only on demand. Nothing of Fabdesk uses it. */
const onDemand = new Set(['WebSocket', 'CloseEvent', 'MessageEvent']);
const prefix = '\0light:';

export function lightHttp(): Plugin {
  return {
    name: 'light-http',
    enforce: 'pre',
    resolveId(id) {
      const name = builtinModules.includes(id) ? `node:${id}` : id;
      return modules.has(name) ? prefix + name : null;
    },
    load(id) {
      if (!id.startsWith(prefix)) return null;
      const name = id.slice(prefix.length);
      const names = Object.keys(process.getBuiltinModule(name) ?? {}).filter((each) => !onDemand.has(each));
      return [
        `const builtin = process.getBuiltinModule('${name}');`,
        'export default builtin;',
        `export const { ${names.join(', ')} } = builtin;`,
      ].join('\n');
    },
  };
}
