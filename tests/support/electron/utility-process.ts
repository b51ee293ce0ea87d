/**
 * `utilityProcess`: plain Node children that have the port of a utility process, and end with their parent.
 */
import { spawn } from 'node:child_process';
import { readiness } from './readiness.ts';

const portShim = `data:text/javascript,process.parentPort = {
  on: (name, listener) => process.on(name, (data) => listener({ data })),
  postMessage: (reply) => process.send(reply),
};
process.on('disconnect', () => process.exit());`;

export const utilityProcess = {
  fork(path: string) {
    readiness.mustBeReady('utilityProcess cannot be created before app is ready');
    const child = spawn(process.execPath, ['--import', portShim, path], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Only the host's own lines are asked for.
      env: { ...process.env, NODE_V8_COVERAGE: '' },
    });
    return Object.assign(child, { postMessage: (message: object) => child.send(message) }) satisfies Pick<
      Electron.UtilityProcess,
      'kill' | 'postMessage' | 'stderr'
    >;
  },
};
