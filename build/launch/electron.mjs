/**
 * Electron's program, which its npm package does not contain: where it is, why it cannot run here, and its
 * download, which takes a while and which a firewall may refuse.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Ms after which a failed download is repeated automatically. */
const secondTry = 86_400_000;
const longest = 300_000;
const showEvery = 5_000;

/** Its path in the npm package in `folder`, or null. */
export function electronBinary(folder) {
  const name = join(folder, 'path.txt');
  if (!existsSync(name)) return null;
  const binary = join(folder, 'dist', readFileSync(name, 'utf8').trim());
  return existsSync(binary) ? binary : null;
}

/** A reason in a few words, or null if this system can run Electron. */
export function whyNotHere({ platform, env, getuid }) {
  if (platform !== 'linux') return null;
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display';
  if (getuid() === 0) return 'its sandbox refuses to run as root';
  return null;
}

/**
 * Downloads it if it is missing and reports what happens.
 * @param isAsked whether the person asked for Electron, so that the download is repeated even if one failed
 * recently
 * @returns whether it is there now
 */
export async function ensureElectron({ folder, mark, node, env, isAsked, say }) {
  if (electronBinary(folder) !== null) return true;
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!isAsked && existsSync(mark) && Date.now() - statSync(mark).mtimeMs < secondTry) {
    say('Electron could not be downloaded lately. "npm start -- --electron" tries it again now.');
    return false;
  }
  say(`Downloading Electron ${version} from github.com, about 120 MB. This happens once.`);
  const problem = await download({ folder, node, env, say });
  if (problem === null && electronBinary(folder) !== null) {
    rmSync(mark, { force: true });
    return true;
  }
  writeFileSync(mark, '');
  say(`Electron could not be downloaded (${problem ?? 'its package is not as expected'}).`);
  say(
    '"npm start -- --electron" tries it again; by itself Fabdesk does so after a day. Behind a proxy set HTTPS_PROXY and ' +
      'ELECTRON_GET_USE_PROXY=1, and where github.com is out of reach set ELECTRON_MIRROR (docs/platforms.md).',
  );
  return false;
}

/** Null, or what went wrong in a few words. */
function download({ folder, node, env, say }) {
  return new Promise((resolve) => {
    const began = Date.now();
    const child = spawn(node, [join(folder, 'install.js')], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const tick = setInterval(() => {
      const seconds = Math.round((Date.now() - began) / 1000);
      if (Date.now() - began > longest) child.kill();
      else
        say(`Still downloading, ${seconds} s. Ctrl+C ends it; "npm start -- --browser" needs no Electron.`);
    }, showEvery);
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const end = (problem) => {
      clearInterval(tick);
      resolve(problem);
    };
    child.on('error', (error) => end(error.message));
    child.on('close', (code, signal) => {
      if (signal) end('it took longer than five minutes');
      else end(code === 0 ? null : reasonIn(stderr));
    });
  });
}

/** The first sentence of a stack, followed by the system's code if there is one. */
function reasonIn(stderr) {
  const [first = ''] = stderr.split('\n').filter((line) => line.trim() !== '');
  const [code] = /\bE[A-Z]{4,}\b/.exec(stderr) ?? [];
  return [first.replace(/^\w*Error: /, '').trim() || 'no reason given', ...(code ? [code] : [])].join(', ');
}
