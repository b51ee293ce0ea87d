/**
 * The bridge double with everything that Prepare needs: a spool that stores bytes, a catalogue large enough
 * to sort, prices by volume, and the sample part. For tests of Prepare and for the dev page.
 */
import { makeSamplePart } from '../../src-shared/geometry/shapes/sample-part.ts';
import { writeBinaryStl } from '../../src-shared/geometry/writers/write-stl.ts';
import type { Status } from '../../src-shared/ipc/app-status.ts';
import type { AppContract } from '../../src-shared/ipc/contract.ts';
import type { Quote } from '../../src-shared/ipc/quote.ts';
import type { Settings } from '../../src-shared/ipc/settings.ts';
import type { SpooledFile } from '../../src-shared/ipc/spooled-file.ts';
import type { Handlers } from '../../src-shared/ipc/wire.ts';
import type { Workspace } from '../../src-shared/ipc/workspace.ts';
import { CodedError, succeed } from '../../src-shared/result.ts';
import { type BridgeDouble, createBridgeDouble, sampleStatus } from './bridge-double.ts';
import { wideCatalog } from './wide-catalog.ts';

export interface PlateDoubleOptions {
  readonly settings?: Partial<Settings>;
  readonly workspace?: Partial<Workspace>;
  readonly status?: Partial<Status>;
  readonly handlers?: Partial<Handlers<AppContract>>;
}

export interface PlateDouble extends BridgeDouble {
  /** Puts bytes into the spool, as if they had come from `path`. */
  spool(name: string, bytes: Uint8Array, path?: string | null): Promise<SpooledFile>;
  setStatus(change: Partial<Status>): void;
  /** What importing a dropped file does; replace it to fail, wait or hand back other bytes. */
  importing: (file: File) => Promise<SpooledFile>;
  /** Copies nothing until the returned function is called. */
  holdCopies(): () => void;
}

export function createPlateDouble(options: PlateDoubleOptions = {}): PlateDouble {
  const spooled = new Map<string, Uint8Array>();
  let status = sampleStatus(options.status);
  let settings: Settings = {
    theme: 'light',
    displayUnit: 'mm',
    priceTolerance: 0,
    unitMemory: {},
    sampleShown: true,
    // Every material has its row, and nothing is folded away.
    openSections: { finishes: false, checks: true, size: true },
    ...options.settings,
  };

  async function spool(name: string, bytes: Uint8Array, path: string | null = null): Promise<SpooledFile> {
    const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
    const sha256 = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    spooled.set(sha256, bytes);
    return { sha256, size: bytes.length, name, path };
  }

  const sample = () => {
    const { name, mesh } = makeSamplePart();
    return { name, bytes: writeBinaryStl(mesh) };
  };

  const base = createBridgeDouble(
    {
      'app.status': () => status,
      'app.setPaused': ({ paused }) => {
        double.setStatus({ paused });
        return {};
      },
      'settings.get': () => settings,
      'settings.set': (change) => {
        settings = { ...settings, ...change } as Settings;
        base.emit('settings', settings);
        return settings;
      },
      'app.takeOpened': () => [],
      'app.takeLinks': () => [],
      'catalog.get': () => wideCatalog,
      'price.quote': ({ geometry }) => pricesFor(geometry.volume),
      'price.explore': ({ geometry }) => pricesFor(geometry.volume),
      'files.importPath': ({ path }) => {
        const name = path.split('/').at(-1) ?? path;
        if (!/\.(stl|obj|ply|3mf)$/i.test(name))
          throw new CodedError('file-missing', `There is no file ${path}.`);
        return spool(name, sample().bytes, path);
      },
      'files.look': ({ files }) => files.map(() => 'same' as const),
      'files.places': ({ files }) => files.map(({ path, source = null }) => ({ path, source })),
      'files.importSample': () => spool(sample().name, sample().bytes),
      ...options.handlers,
    },
    options.workspace,
  );

  const double: PlateDouble = {
    ...base,
    spool,
    get workspace() {
      return base.workspace;
    },
    setStatus(change) {
      status = { ...status, ...change };
      base.emit('status', status);
    },
    importing: async (file) => spool(file.name, new Uint8Array(await file.arrayBuffer())),
    holdCopies() {
      const { importing } = double;
      const held = Promise.withResolvers<void>();
      double.importing = async (file) => {
        await held.promise;
        return importing(file);
      };
      return held.resolve;
    },
    async importFile(file, onProgress) {
      try {
        const imported = await double.importing(file);
        onProgress?.(1);
        return succeed(imported);
      } catch (thrown) {
        if (!(thrown instanceof CodedError)) throw thrown;
        return { ok: false, error: { code: thrown.code, message: thrown.message } };
      }
    },
    async readSpooled(sha256, signal) {
      signal?.throwIfAborted();
      const bytes = spooled.get(sha256);
      if (!bytes)
        throw new CodedError('file-missing', 'The kept copy of the file is gone. Drop the file again.');
      return bytes.slice();
    },
  };
  return double;
}

/** A dollar and a half, and more per cm3 for names that sound precious. Volume in m3. */
function pricesFor(volume: number): Quote {
  const rate = (title: string) =>
    /gold|silver/i.test(title) ? 40 : /steel|bronze/i.test(title) ? 8 : /detail/i.test(title) ? 3 : 1.4;
  const prices = Object.fromEntries(
    wideCatalog.materials.map(({ materialId, title }) => [
      String(materialId),
      { price: Math.round((1.5 + volume * 1e6 * rate(title)) * 100) / 100, currency: 'USD' },
    ]),
  );
  return { prices, quotedAt: Date.now(), source: 'live' };
}
