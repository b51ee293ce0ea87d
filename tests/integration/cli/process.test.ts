/**
 * The command as a shell runs it: a process with real pipes, signals and exit codes.
 * @release
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { makeCube, makeIcosphere } from '../../fixtures/geometry/solids.ts';
import { usAddress } from '../../support/address.ts';
import { modelFolder, opened } from '../../support/cli.ts';
import { toldOfExit, wasForced } from '../../support/told-of-exit.ts';

const main = fileURLToPath(new URL('../../../src-main/hosts/cli/main.ts', import.meta.url));

async function fabdesk(argv: readonly string[], cwd: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main, ...argv], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const [code] = await once(child, 'close');
  return { code: code as number, stdout, stderr };
}

describe('the process', () => {
  it('The command prints its version.', async () => {
    expect(await fabdesk(['--version'], process.cwd())).toEqual({
      code: 0,
      stdout: `${packageJson.version}\n`,
      stderr: '',
    });
  });

  it('The exit code says whether everything prints.', async () => {
    const cwd = modelFolder({ 'open.stl': opened(makeCube(20)) });
    const good = await fabdesk(['check', '--json', 'cube.stl'], cwd);
    expect(good).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(good.stdout)).toMatchObject([{ triangles: 12, volume: 8000 }]);
    expect((await fabdesk(['check', 'cube.stl', 'open.stl'], cwd)).code).toBe(1);
  });

  // Node's own exit can hang (src-shared/end-process.ts).
  it.each([
    ['check cube.stl', 0],
    ['check --thorough cube.stl', 0],
    ['quote cube.stl', 0],
    ['check missing.stl', 1],
  ] as const)('A command ends by itself: %s.', async (command, expected) => {
    const cwd = modelFolder();
    const { code, stderr } = await fabdesk(command.split(' '), cwd, {
      ...toldOfExit,
      FABDESK_DATA: join(cwd, 'data'),
    });
    expect(stderr).not.toContain(wasForced);
    expect(code).toBe(expected);
  });

  it('check needs no data folder.', async () => {
    const cwd = modelFolder();
    const nowhere = join(cwd, 'cube.stl', 'below-a-file');
    const { code, stderr } = await fabdesk(['check', 'cube.stl'], cwd, { FABDESK_DATA: nowhere });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('What was compiled for a command is kept for the next one, out of reach of others.', async () => {
    const cwd = modelFolder();
    const state = join(cwd, 'state');
    const { NODE_COMPILE_CACHE: _, ...env } = process.env;
    const child = spawn(process.execPath, [main, 'check', 'cube.stl'], {
      cwd,
      env: { ...env, FABDESK_STATE: state },
      stdio: 'ignore',
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    const compiled = join(state, 'compiled');
    expect(readdirSync(compiled, { recursive: true }).length).toBeGreaterThan(10);
    if (process.platform !== 'win32') expect(statSync(compiled).mode & 0o022).toBe(0);
  });

  it('A state folder that cannot be written does not stop a command.', async () => {
    const cwd = modelFolder();
    const { code, stderr } = await fabdesk(['check', 'cube.stl'], cwd, {
      FABDESK_STATE: join(cwd, 'cube.stl', 'below-a-file'),
      NODE_COMPILE_CACHE: '',
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('Several large files are read in worker threads.', async () => {
    const large = makeIcosphere(10, 6);
    const cwd = modelFolder({ 'a.stl': large, 'b.stl': large });
    const { code, stdout } = await fabdesk(['check', '--json', 'a.stl', 'b.stl'], cwd);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([{ triangles: 81_920 }, { triangles: 81_920 }]);
  });

  it('A long answer is written completely into a pipe.', async () => {
    const cwd = modelFolder({ 'open.stl': opened(makeIcosphere(10, 4)) });
    const names = Array.from({ length: 150 }, () => 'open.stl');
    const { stdout } = await fabdesk(['check', '--json', '--places', ...names], cwd);
    expect(stdout.length).toBeGreaterThan(70_000);
    expect(JSON.parse(stdout)).toHaveLength(150);
  });

  it('The command is quiet when its reader ends.', async () => {
    const cwd = modelFolder();
    const names = Array.from({ length: 3000 }, () => 'cube.stl');
    const child = spawn(process.execPath, [main, 'check', ...names], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += chunk));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    await once(child, 'close');
    expect(stderr).toBe('');
  });

  it.skipIf(process.platform === 'win32')('The command ends with 130 on an interrupt.', async () => {
    const cwd = modelFolder();
    const names = Array.from({ length: 20_000 }, () => 'cube.stl');
    const child = spawn(process.execPath, [main, 'check', ...names], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += chunk));
    await once(child.stdout, 'data');
    child.stdout.resume();
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    expect(code).toBe(130);
    expect(stderr).not.toContain('    at ');
  });
});

it('Commands that run at the same time share one data folder.', async () => {
  const cwd = modelFolder();
  writeFileSync(join(cwd, 'me.json'), JSON.stringify(usAddress));
  const order = (quantity: number) =>
    fabdesk(
      ['order', '--json', '--yes', '--unit', 'mm', '--address-file', 'me.json', `cube.stl:6:${quantity}`],
      cwd,
      { FABDESK_DATA: join(cwd, 'data') },
    );
  const orders = await Promise.all([order(1), order(2), order(3)]);
  expect(orders.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    orders.map(() => ({ code: 0, stderr: '' })),
  );
  const ids = orders.map(({ stdout }) => (JSON.parse(stdout) as { orderId: number }).orderId);
  expect(new Set(ids).size).toBe(3);
});
