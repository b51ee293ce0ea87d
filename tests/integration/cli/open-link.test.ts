/** Links to models on the web: what is asked, fetched and refused, with a real server on this computer. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../src-main/app.ts';
import { fetchLink } from '../../../src-main/files/fetch-link.ts';
import type { FileLink } from '../../../src-shared/ipc/file-link.ts';
import { fileLinkTo } from '../../../src-shared/ipc/read-link.ts';
import { callApp } from '../../support/app-calls.ts';
import { modelFolder } from '../../support/cli.ts';
import { boxStl } from '../../support/models.ts';
import { runFabdesk } from '../../support/run-fabdesk.ts';

let app: App;
let cwd: string;
let dataDir: string;
let server: http.Server;
let origin: string;
let asked: http.IncomingMessage[];
let answer: http.RequestListener;
const part = Buffer.from(boxStl(10, 20, 30));

beforeEach(async () => {
  cwd = modelFolder();
  dataDir = join(cwd, 'data');
  app = await createApp({ dataDir, host: 'browser', version: '0.0.0-test' });
  asked = [];
  answer = gives(part);
  server = http.createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await app.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const gives =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200): http.RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'Content-Length': String(body.length), ...headers }).end(body);
const to = (path: string, more: Partial<FileLink> = {}): FileLink => ({
  ...(fileLinkTo(`${origin}${path}`) as FileLink),
  ...more,
});
const fetching = (path: string, more?: Partial<FileLink>) =>
  callApp(app, 'app.fetchLink', { link: to(path, more) });
const opened = () => callApp(app, 'app.takeOpened', {});

describe('After a yes', () => {
  it('the file is opened, and the request says nothing about the person.', async () => {
    expect(await fetching('/parts/bracket.stl?token=1')).toMatchObject({
      file: { name: 'bracket.stl', size: part.length, path: null },
      ask: null,
    });
    expect(await opened()).toMatchObject([{ name: 'bracket.stl' }]);
    expect(asked.map(({ url }) => url)).toEqual(['/parts/bracket.stl?token=1']);
    expect(Object.keys(asked[0]!.headers).sort()).toEqual([
      ...['accept', 'accept-encoding', 'connection', 'host', 'user-agent'],
    ]);
    expect(asked[0]!.headers['user-agent']).toBe('Fabdesk');
  });

  it.each([
    [`attachment; filename="${'../'.repeat(3)}lid.stl"`, '/download?id=1', 'lid.stl'],
    ["attachment; filename=a.stl; filename*=UTF-8''Deckel%20%C3%A4.stl", '/download', 'Deckel ä.stl'],
    ['inline', '/download', 'download.stl'],
  ])(
    'its name is that of the server (%s), or it gets the ending of its content.',
    async (disposition, path, name) => {
      answer = gives(part, { 'Content-Disposition': disposition });
      expect(await fetching(path)).toMatchObject({ file: { name } });
    },
  );

  it('redirects within the host are followed, and any other is asked about before it is.', async () => {
    answer = (request, response) => {
      if (request.url === '/old.stl') response.writeHead(302, { Location: '/new.stl' }).end();
      else if (request.url === '/away.stl')
        response.writeHead(302, { Location: 'https://files.example.com/x.stl' }).end();
      else if (request.url === '/near.stl')
        response.writeHead(302, { Location: 'http://127.0.0.1:1/x.stl' }).end();
      else if (request.url === '/disk.stl') response.writeHead(302, { Location: 'file:///etc/passwd' }).end();
      else if (request.url === '/round.stl') response.writeHead(302, { Location: '/round.stl' }).end();
      else gives(part)(request, response);
    };
    expect(await fetching('/old.stl')).toMatchObject({ file: { name: 'new.stl' } });
    expect(await fetching('/away.stl')).toMatchObject({ file: null, ask: { host: 'files.example.com' } });
    expect(await fetching('/near.stl')).toMatchObject({
      file: null,
      ask: { host: '127.0.0.1:1', isNear: true },
    });
    await expect(fetching('/disk.stl')).rejects.toThrow('leads to no file on the web');
    await expect(fetching('/round.stl')).rejects.toThrow('without end');
  });

  it('a large file, and one of unknown size, is asked about with its size before its content is read.', async () => {
    let written = 0;
    answer = (_request, response) => {
      response.writeHead(200, { 'Content-Length': String(30 * 1024 ** 2) });
      response.write(part);
      response.once('close', () => (written = response.socket?.bytesWritten ?? 0));
    };
    const { ask } = await fetching('/large.stl');
    expect(ask).toMatchObject({ isSizeKnown: true, size: 30 * 1024 ** 2, name: 'large.stl' });
    expect(written).toBeLessThan(100_000);
    answer = (_request, response) => void response.writeHead(200).end(part);
    expect(await fetching('/chunked.stl')).toMatchObject({ ask: { isSizeKnown: true, size: null } });
    expect(await fetching('/chunked.stl', { isSizeKnown: true })).toMatchObject({
      file: { size: part.length },
    });
    answer = (_request, response) =>
      void response.writeHead(200, { 'Content-Length': String(2 * 1024 ** 3) }).flushHeaders();
    await expect(fetching('/huge.stl')).rejects.toThrow('larger than 1 GiB');
  });

  it('what is no model is refused with what to do instead.', async () => {
    answer = gives('<!DOCTYPE html><html>Sign in</html>');
    await expect(fetching('/bracket.stl')).rejects.toThrow('web page instead of a model');
    answer = gives('x', { 'Content-Type': 'text/html; charset=utf-8' });
    await expect(fetching('/bracket.stl')).rejects.toThrow('web page instead of a model');
    answer = gives('', {}, 403);
    await expect(fetching('/bracket.stl')).rejects.toThrow('signed in');
    answer = gives('', {}, 404);
    await expect(fetching('/bracket.stl')).rejects.toThrow('status 404');
    answer = gives('nothing in particular');
    await expect(fetching('/something')).rejects.toThrow();
    expect(await opened()).toEqual([]);
  });

  it('nothing is fetched while the person works offline.', async () => {
    await callApp(app, 'app.setPaused', { paused: true });
    await expect(fetching('/bracket.stl')).rejects.toThrow();
    expect(asked).toEqual([]);
  });
});

it('A public name that leads into the own network is asked about as such, and fetched after another yes.', async () => {
  const sent: string[] = [];
  const network = {
    proxiesFor: async () => [null],
    exchange: async ({ url }: { url: URL }) => {
      sent.push(url.href);
      throw new Error('sent');
    },
  };
  const spool = { importStream: async () => Promise.reject(new Error('no')), pathOf: String };
  const parts = { network, spool, find: async () => ['93.184.215.14', '10.0.0.7'] };
  const link = fileLinkTo('https://example.com/a.stl') as FileLink;
  const { ask } = await fetchLink(link, parts);
  expect(ask).toEqual({ ...link, isNear: true });
  expect(sent).toEqual([]);
  await expect(fetchLink(ask!, parts)).rejects.toThrow('sent');
  await expect(fetchLink(link, { ...parts, find: async () => ['93.184.215.14'] })).rejects.toThrow('sent');
  // A proxy looks names up itself.
  const proxied = { ...network, proxiesFor: async () => [new URL('http://proxy.example:8080')] };
  await expect(fetchLink(link, { ...parts, network: proxied })).rejects.toThrow('sent');
});

describe('fabdesk open', () => {
  const open = (answers: readonly string[] | null, ...argv: string[]) => {
    const questions: string[] = [];
    const rest = [...(answers ?? [])];
    const ask = async (question: string) => {
      questions.push(question);
      return rest.shift() ?? null;
    };
    const isTerminal = { stdin: answers !== null, stdout: false, stderr: false };
    const env = { FABDESK_DATA: dataDir };
    return runFabdesk(['open', ...argv], { cwd, env, ask, isTerminal }).then((ran) => ({
      ...ran,
      questions,
    }));
  };
  const link = () => `fabdesk://open?file=${encodeURIComponent(`${origin}/bracket.stl`)}`;

  it('asks at a terminal, and puts the part on the plate after a yes.', async () => {
    const ran = await open(['y'], '--unit', 'mm', link());
    expect(ran).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('“bracket.stl” is on the plate, in mm.'),
    });
    expect(ran.stdout).toContain('your own network');
    expect(ran.questions).toEqual(['Fetch it? ']);
    expect((await callApp(app, 'workspace.get', {})).plate).toMatchObject([
      { unit: 'mm', unitConfirmed: true },
    ]);
  });

  it('fetches nothing without a clear yes.', async () => {
    expect(await open([''], link())).toMatchObject({
      stderr: expect.stringContaining('Nothing was fetched.'),
    });
    expect(asked).toEqual([]);
  });

  it('leaves the question to the window where there is no terminal.', async () => {
    expect(await open(null, link())).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('the window asks'),
    });
    expect(asked).toEqual([]);
    expect(await callApp(app, 'app.takeLinks', {})).toEqual([link()]);
  });

  it('refuses an address that nobody should fetch.', async () => {
    expect(await open(['y'], 'fabdesk://open?file=http://example.com/a.stl')).toMatchObject({
      stderr: expect.stringContaining('plain http'),
    });
  });
});
