/**
 * Files that the window makes itself: its real bridge, Electron's conversion of request bodies, and the real
 * spool.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nodeDisk } from '../../../src-main/files/disk.ts';
import { createSpool, type Spool } from '../../../src-main/files/spool.ts';
import { Pieces } from '../../../src-main/hosts/electron/pieces.ts';
import { serveProtocol } from '../../../src-main/hosts/electron/protocol.ts';
import { createElectronBridge } from '../../../src-renderer/bridge/electron-bridge.ts';
import { largestPiece } from '../../../src-shared/ipc/file-pieces.ts';
import { type BodyPart, protocol } from '../../support/electron/protocol.ts';
import { removeFolder } from '../../support/remove-folder.ts';

/** As Chromium passes the body of a page's `fetch` to Electron. */
async function fetchAsPage(path: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  const part = await partOf(body);
  if (part) bodies.push(part.size);
  const answer = await protocol.fetch({
    url: `app://fabdesk${path}`,
    method,
    body: part ? [part] : [],
  });
  if ('error' in answer) throw new TypeError('Failed to fetch');
  return new Response(answer.status === 204 ? null : new Uint8Array(answer.body), answer);
}

async function partOf(body: unknown): Promise<(BodyPart & { size: number }) | null> {
  if (body instanceof ArrayBuffer) {
    return { type: 'rawData', bytes: new Uint8Array(body), size: body.byteLength };
  }
  if (!(body instanceof Blob)) return null;
  const bytes = new Uint8Array(await body.arrayBuffer());
  return { type: 'blob', size: body.size, read: () => bytes };
}

let folder = '';
let spool: Spool;
/** Bytes of each request body, as the main process gets it. */
let bodies: number[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fabdesk-pieces-'));
  spool = createSpool({ folder });
  await spool.start();
  bodies = [];
  vi.stubGlobal('fetch', fetchAsPage);
  protocol.schemes = [{ scheme: 'app', privileges: { supportFetchAPI: true } }];
  serveProtocol({ spooled: async () => null }, new Pieces(spool.importStream), folder);
});
afterEach(() => {
  protocol.unhandle('app');
  vi.unstubAllGlobals();
  removeFolder(folder);
});

const bridge = createElectronBridge({
  invoke: async () => ({ ok: true, value: {} }),
  on: () => () => {},
  pathOf: () => '',
  dragOut: async () => [],
  showCommands: () => {},
  onChosen: () => () => {},
});
const file = (size: number) =>
  new File([Uint8Array.from({ length: size }, (_, at) => at % 251)], 'a (repaired).stl');

it.each([1, largestPiece, largestPiece + 1, 3 * largestPiece])(
  'A file of %i bytes that the window made arrives unchanged, in pieces that Electron may hold in memory.',
  async (size) => {
    const made = file(size);
    const progress: number[] = [];
    const imported = await bridge.importFile(made, (fraction) => progress.push(fraction));
    const sha256 = createHash('sha256')
      .update(new Uint8Array(await made.arrayBuffer()))
      .digest('hex');
    expect(imported).toMatchObject({ ok: true, value: { name: made.name, size, sha256 } });
    expect(Math.max(...bodies)).toBeLessThanOrEqual(largestPiece);
    expect(bodies.reduce((sum, each) => sum + each, 0)).toBe(size);
    expect(progress).toHaveLength(bodies.length);
    expect(progress.at(-1)).toBe(1);
  },
);

it('Two files of the window may arrive at the same time.', async () => {
  const [first, second] = await Promise.all([
    bridge.importFile(file(largestPiece + 5)),
    bridge.importFile(file(2 * largestPiece)),
  ]);
  expect([first, second]).toMatchObject([
    { ok: true, value: { size: largestPiece + 5 } },
    { ok: true, value: { size: 2 * largestPiece } },
  ]);
});

it('A file that cannot be taken is refused with the reason, and leaves nothing.', async () => {
  expect(await bridge.importFile(file(0))).toMatchObject({ ok: false, error: { code: 'file-empty' } });
  expect(readdirSync(folder)).toEqual([]);
});

it('A disk that is full ends the sending with the first piece.', async () => {
  protocol.unhandle('app');
  const full = createSpool({ folder, disk: { ...nodeDisk, free: async () => 0 } });
  serveProtocol({ spooled: async () => null }, new Pieces(full.importStream), folder);
  expect(await bridge.importFile(file(3 * largestPiece))).toMatchObject({
    ok: false,
    error: { code: 'disk-full' },
  });
  expect(bodies).toEqual([largestPiece]);
});

it('A host that does not answer is reported.', async () => {
  protocol.schemes = [];
  expect(await bridge.importFile(file(5))).toMatchObject({ ok: false, error: { code: 'file-unreadable' } });
});
