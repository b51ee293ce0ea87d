/**
 * The packages for Linux, made as for a release around a stand-in of Electron's distribution: what is in
 * them, what they tell the desktop, and that the deb can be installed, started and removed. `npm test --
 * packaging` runs these tests.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectToRunningApp } from '../../../src-main/instance/control-client.ts';
import { readableEndings } from '../../../src-shared/geometry/geometry.ts';
import { meshXml, modelXml, threeMf } from '../../fixtures/geometry/build-files.ts';
import { writeCompressed } from '../../fixtures/geometry/compressed-gltf.ts';
import { joinMeshes, makeBox, makeCube, makeTorus } from '../../fixtures/geometry/solids.ts';
import { canInstall, InstallRoot } from '../../support/packaging/install-root.ts';
import { canMakeDebs, type LinuxPackage, packForLinux } from '../../support/packaging/linux-package.ts';
import { whereIs } from '../../support/packaging/where-is.ts';
import { endPrograms, Program } from '../../support/program.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { ask, becomes } from '../../support/running-hosts.ts';

/** Bytes of an installation without Electron: those of `resources`. */
const mostInstalled = 25_500_000;

describe.skipIf(!canMakeDebs)('packages for Linux (needs dpkg)', () => {
  let folder: string;
  let made: LinuxPackage;
  /** What the deb installs. */
  let files: string;
  const read = (path: string) => readFileSync(join(files, path), 'utf8');
  const filesBelow = (path: string) =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'fabdesk-package-'));
    made = packForLinux(folder);
    files = join(folder, 'files');
    execFileSync('dpkg-deb', ['-x', made.deb, files]);
  }, 120_000);
  afterAll(async () => {
    await endPrograms();
    removeFolder(folder);
  });

  it('The archive holds what belongs into it, natives lie outside, and every fuse is as configured.', () => {
    const check = whereIs('build/launch/check-package.mjs');
    const { stderr, status } = spawnSync(process.execPath, [check, made.unpacked], { encoding: 'utf8' });
    expect(stderr).toMatch(/^fabdesk: 1 packages checked, 0 faults$/m);
    expect(status).toBe(0);
  });

  it('Without Electron, the installation takes less than 25.5 MB.', () => {
    const sizes = filesBelow(join(files, 'opt/Fabdesk/resources')).map((path) => statSync(path).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(mostInstalled);
  });

  it('The desktop entry starts the program in its sandbox, with files and links, under its own name.', () => {
    const entry = read('usr/share/applications/fabdesk.desktop');
    expect(entry).toMatch(/^Exec=\/opt\/Fabdesk\/fabdesk %U$/m);
    expect(entry).toMatch(/^StartupWMClass=fabdesk$/m);
    expect(entry).toMatch(/^Categories=Graphics;$/m);
    expect(entry).toMatch(/^MimeType=.*model\/stl;.*x-scheme-handler\/fabdesk;$/m);
    const texts = filesBelow(join(files, 'usr')).filter((path) => !path.endsWith('.png'));
    for (const path of texts) expect(readFileSync(path, 'utf8'), path).not.toContain('no-sandbox');
    const scripts = join(folder, 'control');
    execFileSync('dpkg-deb', ['-e', made.deb, scripts]);
    for (const path of filesBelow(scripts)) expect(readFileSync(path, 'utf8')).not.toContain('no-sandbox');
  });

  it('Every format but the archive manager’s has a MIME type with a name, and all are in the desktop entry.', () => {
    const types = read('usr/share/mime/packages/fabdesk.xml');
    const endings = [...types.matchAll(/<glob pattern="\*\.(\w+)"\/>/g)].map(([, ending]) => ending);
    expect(endings.toSorted()).toEqual([...readableEndings].filter((ending) => ending !== 'zip').toSorted());
    const entry = read('usr/share/applications/fabdesk.desktop');
    for (const [, type] of types.matchAll(/<mime-type type="([^"]+)"/g)) expect(entry).toContain(`${type};`);
    expect(types.match(/<comment>[^<]+ model<\/comment>/g)).toHaveLength(endings.length);
  });

  it.skipIf(!existsSync('/usr/bin/update-mime-database'))(
    'The MIME database of the desktop takes the types (needs shared-mime-info).',
    () => {
      const base = join(folder, 'mime');
      mkdirSync(join(base, 'packages'), { recursive: true });
      execFileSync('cp', [join(files, 'usr/share/mime/packages/fabdesk.xml'), join(base, 'packages')]);
      execFileSync('update-mime-database', [base], { stdio: 'ignore' });
      const globs = readFileSync(join(base, 'globs2'), 'utf8');
      expect(globs).toMatch(/:model\/step:\*\.step$/m);
      expect(globs).toMatch(/:model\/step:\*\.stp$/m);
    },
  );

  it('The AppArmor profile lets exactly this program make its sandbox.', () => {
    const profile = read('opt/Fabdesk/resources/apparmor-profile');
    expect(profile).toMatch(
      /^profile "fabdesk" "\/opt\/Fabdesk\/fabdesk" flags=\(unconfined\) \{\n {2}userns,$/m,
    );
  });

  it('Icons have every size of the icon theme.', () => {
    const theme = join(files, 'usr/share/icons/hicolor');
    const sizes = [16, 24, 32, 48, 64, 128, 256, 512];
    expect(readdirSync(theme).toSorted()).toEqual(sizes.map((size) => `${size}x${size}`).toSorted());
    for (const size of sizes) {
      const png = readFileSync(join(theme, `${size}x${size}/apps/fabdesk.png`));
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
    }
  });

  it('Everybody can read every file, nobody but the owner can write, and nothing runs with other rights.', () => {
    for (const path of filesBelow(files)) {
      const mode = lstatSync(path).mode & 0o7777;
      expect([0o644, 0o755], `${path} has ${mode.toString(8)}`).toContain(mode);
    }
  });

  it('The deb names its maintainer, its licence and the libraries of Electron.', () => {
    const field = (name: string) =>
      execFileSync('dpkg-deb', ['-f', made.deb, name], { encoding: 'utf8' }).trim();
    const { version, license } = JSON.parse(readFileSync(whereIs('package.json'), 'utf8'));
    expect([field('Package'), field('Version'), field('License')]).toEqual(['fabdesk', version, license]);
    expect(field('Maintainer')).toMatch(/^.+ <\S+@\S+>$/);
    expect(field('Depends')).toContain('libnss3');
    expect(field('Description')).toMatch(/^Check, price and order 3D prints\n/);
  });

  it('The package has the name that the files of a release expect.', () => {
    const { version } = JSON.parse(readFileSync(whereIs('package.json'), 'utf8'));
    const arch = execFileSync('dpkg', ['--print-architecture'], { encoding: 'utf8' }).trim();
    expect(basename(made.deb)).toBe(`fabdesk-${version}-linux-${arch}.deb`);
  });

  describe.skipIf(!canInstall)('the deb in a root of its own (needs root or user namespaces)', () => {
    const sandbox = 'opt/Fabdesk/chrome-sandbox';

    it('It installs, starts, takes a second start, has files measured that need WebAssembly, closes in order, and leaves nothing when removed.', async () => {
      const root = new InstallRoot(join(folder, 'root'));
      root.install(made.deb);
      expect(root.stateOf('fabdesk')).toBe('ii');
      // Without user namespaces, Chromium's sandbox needs its helper to run as root.
      expect(root.modeOf(sandbox)).toBe('4755');
      expect(lstatSync(join(root.folder, 'usr/bin/fabdesk')).isSymbolicLink()).toBe(true);

      const data = join(folder, 'data');
      const start = (...args: string[]) =>
        new Program(join(root.folder, 'opt/Fabdesk/fabdesk'), args, { FABDESK_DATA: data, TMPDIR: folder });
      const program = start();
      try {
        await program.prints(/electron: the window is visible\n/);
        const second = await start('fabdesk://queue').ended;
        expect(second).toMatchObject({ code: 0 });
        await program.prints(/electron: the window comes to the front\n/);
        await measuresFiles(data, folder);
        program.kill('SIGTERM');
        const { code, stderr } = await program.ended;
        expect(stderr).toContain('Fabdesk closed in order.');
        expect(code).toBe(0);
      } finally {
        await program.finish();
      }

      root.purge('fabdesk');
      expect(root.stateOf('fabdesk')).not.toBe('ii');
      for (const path of ['opt/Fabdesk', 'usr/bin/fabdesk', 'usr/share/applications/fabdesk.desktop'])
        expect(lstatSync(join(root.folder, path), { throwIfNoEntry: false }), path).toBeUndefined();
    });

    it('Where every program can make a sandbox, nothing of it runs as root.', () => {
      const root = new InstallRoot(join(folder, 'modern'));
      root.allowUserNamespaces();
      root.install(made.deb);
      expect(root.modeOf(sandbox)).toBe('755');
    });
  });
});

/** Uses the database, the threads, the print service, OpenCascade, Draco and Manifold of the package. */
async function measuresFiles(data: string, folder: string): Promise<void> {
  const compressed = join(folder, 'compressed.glb');
  writeFileSync(compressed, await writeCompressed(makeTorus(0.03, 0.01, 30, 20), 'draco'));
  const pierced = join(folder, 'pierced.3mf');
  writeFileSync(pierced, withHole());
  const paths = [whereIs('tests/fixtures/geometry/cad/cylinder.step'), compressed, pierced];
  const app = await connectToRunningApp(data);
  if (!app) throw new Error('nobody answers on the data folder');
  for (const path of paths) {
    const file = await ask(app, 'files.importPath', { path });
    const uploadScale = path === compressed ? 1 : 0.001;
    const upload = await ask(app, 'queue.enqueueUpload', { file, uploadScale, title: basename(path) });
    await becomes(app, upload.id, 'done');
    const { models } = await ask(app, 'library.list', {});
    const { modelId } = models.find(({ title }) => title === basename(path))!;
    const printable = async () => (await ask(app, 'library.show', { modelId })).printable;
    await expect.poll(printable, { message: basename(path) }).toBe('yes');
  }
  app.close();
}

/** A 3MF of PrusaSlicer: a cube, and a negative part that is cut out of it. */
function withHole(): Uint8Array {
  const mesh = joinMeshes([makeCube(20), makeBox([5, 5, 5], [15, 15, 30])]);
  const types = ['ModelPart', 'NegativeVolume'];
  const volumes = types.map(
    (type, i) =>
      `<volume firstid="${i * 12}" lastid="${i * 12 + 11}"><metadata type="volume" key="volume_type" value="${type}"/></volume>`,
  );
  const object = `<resources><object id="1">${meshXml(mesh)}</object></resources><build><item objectid="1"/></build>`;
  return threeMf(modelXml(object), {
    'Metadata/Slic3r_PE_model.config': `<config><object id="1">${volumes.join('')}</object></config>`,
  });
}
