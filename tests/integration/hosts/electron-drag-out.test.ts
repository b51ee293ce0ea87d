/**
 * Parts that are dragged out of Electron's window: which file another program gets, and what of it stays.
 * @release
 */
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SpooledFile } from '../../../src-shared/ipc/spooled-file.ts';
import type { ElectronHost } from '../../support/electron/host.ts';
import type { Scene } from '../../support/electron/scene.ts';
import { boxStl } from '../../support/models.ts';
import { RunningHosts } from '../../support/running-hosts.ts';

let hosts: RunningHosts;
beforeEach(() => {
  hosts = new RunningHosts();
});
afterEach(() => hosts.remove());

const start = (scene: Partial<Scene> = {}) => hosts.electron({ scene }).opens();
const copies = () => join(hosts.dataDir, 'electron', 'dragged');

async function add(host: ElectronHost, name: string, size: number): Promise<SpooledFile> {
  const answer = await host.do('page', 'invoke', 'files.importPath', { path: hosts.writeBox(name, size) });
  return (answer as { value: SpooledFile }).value;
}
const asked = ({ sha256, name, path }: SpooledFile) => ({ sha256, name, path });
const drag = (host: ElectronHost, ...files: Pick<SpooledFile, 'sha256' | 'name' | 'path'>[]) =>
  host.do('page', 'dragOut', files) as Promise<string[]>;
const shows = (host: ElectronHost, paths: readonly string[]) =>
  host.prints(
    new RegExp(
      `electron: drag ${JSON.stringify(paths).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}\n`,
    ),
  );

it('A file that is as it was is dragged itself; one that CAD has exported again is a copy of what is on the plate.', async () => {
  const host = await start();
  const part = asked(await add(host, 'bracket.stl', 10));
  // Its content is known once it has come to rest.
  await expect.poll(() => drag(host, part)).toEqual([part.path]);
  await shows(host, [part.path!]);

  writeFileSync(part.path!, boxStl(30, 30, 30));
  const [copy] = await drag(host, part);
  expect(basename(copy!)).toBe('bracket.stl');
  expect(readFileSync(copy!, 'latin1')).toBe(Buffer.from(boxStl(10, 10, 10)).toString('latin1'));
  await shows(host, [copy!]);
});

it('Parts that Fabdesk made, and those of strange names, are copies of good names; several go together.', async () => {
  const host = await start();
  const part = asked(await add(host, 'bracket.stl', 10));
  const made = { ...part, name: 'bracket (repaired).stl', path: null };
  const strange = { ...part, name: '../../con.stl', path: null };
  const gone = { ...part, sha256: 'a'.repeat(64), path: null };
  const paths = await drag(host, made, gone, strange);
  expect(paths.map((path) => basename(path))).toEqual(['bracket (repaired).stl', '_con.stl']);
  for (const path of paths) expect(dirname(dirname(path))).toBe(copies());
  await shows(host, paths);
});

it('Nothing is dragged of what is not there, not understood, or asked for by another page.', async () => {
  const host = await start();
  const part = asked(await add(host, 'bracket.stl', 10));
  expect(await drag(host, { ...part, sha256: 'b'.repeat(64), path: null })).toEqual([]);
  expect(await host.do('page', 'dragOut', [{ path: '/etc/passwd' }])).toEqual([]);
  expect(await host.do('page', 'dragOut', [])).toEqual([]);
  for (const frame of ['gone', 'foreign', 'inner'] as const)
    expect(await host.do('dragOutFrom', frame, [part]), frame).toEqual([]);
  // A path alone opens no file: its content has to be that of the part.
  const [copy] = await drag(host, { ...part, path: hosts.writeBox('secret.stl', 5) });
  expect(basename(copy!)).toBe('bracket.stl');
  expect(dirname(dirname(copy!))).toBe(copies());
  await shows(host, [copy!]);
});

it('Copies stay for a day, since other programs read them later.', async () => {
  const places = { old: join(copies(), 'old'), recent: join(copies(), 'recent') };
  for (const place of Object.values(places)) {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'part.stl'), 'solid');
  }
  const before = Date.now() / 1000 - 25 * 3600;
  utimesSync(places.old, before, before);
  await start();
  await expect.poll(() => readdirSync(copies())).toEqual(['recent']);
});

it('A drag that the system refuses is in the log, and Fabdesk goes on.', async () => {
  const host = await start({ refusesDrags: true });
  const part = asked(await add(host, 'bracket.stl', 10));
  await drag(host, part);
  const log = () => readFileSync(join(hosts.dataDir, 'logs', 'fabdesk.log'), 'utf8');
  await expect.poll(log).toMatch(/"what":"dragging out".*the system takes no drag/);
  expect(await drag(host, part)).toHaveLength(1);
});
