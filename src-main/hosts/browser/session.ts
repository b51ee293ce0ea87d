/**
 * Decides who may talk to the browser host. A one-time token is in the fragment of the printed address
 * (fragments reach neither servers nor logs) and is exchanged for two things of this process: a cookie, which
 * no script can read, and a secret, which no other origin can read. Cookies are sent to every port of this
 * machine, so the cookie alone gives no access. Owns no socket.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const digest = (secret: string) => createHash('sha256').update(secret).digest();
const newSecret = () => randomBytes(32).toString('base64url');

/** A printed address is used within minutes or not at all. */
const tokenLifetimeMs = 10 * 60_000;

export interface OpenedSession {
  /** The value of the Set-Cookie header. */
  readonly setCookie: string;
  /** For the sessionStorage of the window. */
  readonly secret: string;
}

export class Sessions {
  readonly #cookieName: string;
  readonly #clock: () => number;
  #tokens: { digest: Buffer; expiresAt: number }[] = [];
  #cookies: Buffer[] = [];
  #secrets: Buffer[] = [];

  /** Cookies are shared by all ports of a host, so the port is part of the name. */
  constructor(port: number, clock: () => number = Date.now) {
    this.#cookieName = `fabdesk-${port}`;
    this.#clock = clock;
  }

  /** A token for one window. */
  issueToken(): string {
    const token = newSecret();
    this.#tokens.push({ digest: digest(token), expiresAt: this.#clock() + tokenLifetimeMs });
    return token;
  }

  /** Uses up a token; null if it is unknown, used or too old. */
  exchange(token: string): OpenedSession | null {
    const now = this.#clock();
    const given = digest(token);
    const match = this.#tokens.find((entry) => timingSafeEqual(entry.digest, given) && entry.expiresAt > now);
    this.#tokens = this.#tokens.filter((entry) => entry !== match && entry.expiresAt > now);
    if (!match) return null;
    const cookie = newSecret();
    const secret = newSecret();
    this.#cookies.push(digest(cookie));
    this.#secrets.push(digest(secret));
    return { setCookie: `${this.#cookieName}=${cookie}; Path=/; HttpOnly; SameSite=Strict`, secret };
  }

  /**
   * Whether a Cookie header and a secret both belong to this process. They need not belong to one session:
   * all windows of a browser share the newest cookie, and each has a secret of its own.
   */
  accepts(cookies: string | undefined, secret: string | undefined): boolean {
    if (secret === undefined || !isAmong(this.#secrets, secret)) return false;
    const pairs = (cookies ?? '').split(';').map((pair) => pair.trim());
    const prefix = `${this.#cookieName}=`;
    return pairs
      .filter((pair) => pair.startsWith(prefix))
      .some((pair) => isAmong(this.#cookies, pair.slice(prefix.length)));
  }
}

function isAmong(known: readonly Buffer[], secret: string): boolean {
  const given = digest(secret);
  return known.some((entry) => timingSafeEqual(entry, given));
}
