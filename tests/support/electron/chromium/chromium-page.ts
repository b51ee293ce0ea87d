/**
 * The page of a window in a real Chromium: the built window with the real preload, and the host at the other
 * end of its IPC. The page belongs to whoever started Chromium, usually a test of Playwright, which acts on
 * it as a person.
 */
import { readFileSync } from 'node:fs';
import type { Receiver, Renderer } from '../page.ts';
import { decode, encode } from './clone-text.ts';
import { Connection, type Session } from './connection.ts';
import { answerPaths } from './files.ts';
import { guardPages } from './navigation.ts';
import { schemeServer } from './scheme-server.ts';
import {
  type FromRenderer,
  fromHost,
  isolatedWorld,
  pageScript,
  preloadScript,
  type ToRenderer,
  toHost,
} from './worlds.ts';

/** A page that Chromium shows. */
export interface Target {
  /** The address of the browser's WebSocket for DevTools. */
  readonly endpoint: string;
  readonly targetId: string;
}

/** What the window hears of its page. */
export interface PageOwner extends Receiver {
  /** The page of another origin is shown now. */
  navigated(origin: string): void;
  mayNavigate(url: string): boolean;
  mayOpen(url: string): boolean;
  crashed(): void;
}

export class ChromiumPage implements Renderer {
  readonly loaded: Promise<void>;
  readonly #owner: PageOwner;
  #connection: Connection | null = null;
  #session: Session | null = null;
  /** The isolated world of the document that is shown. */
  #world: number | null = null;
  #hasEnded = false;

  constructor(target: Target, preload: string | undefined, url: string, owner: PageOwner) {
    this.#owner = owner;
    this.loaded = this.#load(target, preload, url);
  }

  async #load({ endpoint, targetId }: Target, preload: string | undefined, url: string): Promise<void> {
    const scheme = await schemeServer();
    const connection = await Connection.open(endpoint);
    if (this.#hasEnded) return connection.close();
    this.#connection = connection;
    const session = await connection.attach(targetId);
    this.#session = session;
    const { frameTree } = await session.send('Page.getFrameTree');
    const mainFrame = frameTree.frame.id;
    const isShown = new Promise<void>((resolve) => session.on('Page.loadEventFired', () => resolve()));
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === mainFrame) this.#owner.navigated(scheme.toProgram(frame.securityOrigin));
    });
    session.on('Inspector.targetCrashed', () => this.#owner.crashed());
    session.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId } = context.auxData as { frameId: string };
      if (context.name === isolatedWorld && frameId === mainFrame) this.#world = context.id;
    });
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      if (this.#world === executionContextId) this.#world = null;
    });
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name !== toHost) return;
      const message = decode(payload) as FromRenderer;
      if (message.kind === 'send') this.#owner.receive(message.channel, message.args);
      else if (message.kind === 'open') pages.open(message.url);
      else void this.#answer(message, executionContextId);
    });
    await session.send('Page.enable');
    await session.send('Runtime.enable');
    await session.send('Runtime.addBinding', { name: toHost, executionContextName: isolatedWorld });
    await answerPaths(session);
    const pages = await guardPages(connection.browser, session, targetId, {
      mayNavigate: (wanted) => this.#owner.mayNavigate(scheme.toProgram(wanted)),
      mayOpen: (wanted) => this.#owner.mayOpen(scheme.toProgram(wanted)),
    });
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript });
    if (preload !== undefined)
      await session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: preloadScript(readFileSync(preload, 'utf8')),
        worldName: isolatedWorld,
      });
    await session.send('Page.navigate', { url: scheme.toPage(url) });
    await isShown;
  }

  async #answer({ id, channel, args }: FromRenderer & { kind: 'invoke' }, world: number): Promise<void> {
    const answer: ToRenderer = await this.#owner.invoke(channel, args).then(
      (value) => ({ kind: 'answer', id, value }),
      (thrown: unknown) => ({
        kind: 'answer',
        id,
        error: `Error invoking remote method '${channel}': ${thrown}`,
      }),
    );
    this.#post(answer, world);
  }

  receive(channel: string, args: readonly unknown[]): void {
    if (this.#world !== null) this.#post({ kind: 'message', channel, args }, this.#world);
  }

  /** A document that is gone by now hears nothing. */
  #post(message: ToRenderer, contextId: number): void {
    const expression = `${fromHost}(${JSON.stringify(encode(message))})`;
    this.#session?.send('Runtime.evaluate', { expression, contextId }).catch(() => undefined);
  }

  /** Closes the page as a person does, after its unload handlers. */
  async unload(): Promise<void> {
    const gone = new Promise<void>((resolve) => {
      this.#connection?.browser.on('Target.detachedFromTarget', () => resolve());
    });
    await this.#session?.send('Page.close').catch(() => undefined);
    await Promise.race([gone, this.#connection?.closed]);
  }

  end(): void {
    this.#hasEnded = true;
    this.#connection?.close();
  }
}
