/**
 * Lets bundles take `node:http` and `node:https` without the rest of what Node keeps there.
 *
 * An ES module that imports `node:http` reads all its exports, also the getters of `WebSocket` and its events. They load
 * undici, which is half as much again as the start of Node. `process.getBuiltinModule` reads none.
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
