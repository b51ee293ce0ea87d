/**
 * Who may talk to the browser host. A one-time token travels in the fragment of the printed address (fragments
 * reach neither servers nor logs) and is exchanged for a cookie of this process. Owns no socket.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const digest = (secret: string) => createHash('sha256').update(secret).digest();
const newSecret = () => randomBytes(32).toString('base64url');

/** A printed address is used within minutes or not at all. */
const tokenLifetimeMs = 10 * 60_000;

export class Sessions {
  readonly #cookieName: string;
  readonly #clock: () => number;
  #tokens: { digest: Buffer; expiresAt: number }[] = [];
  #cookies: Buffer[] = [];

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

  /** Spends a token; the value of the Set-Cookie header, or null when it is unknown, spent or too old. */
  exchange(token: string): string | null {
    const now = this.#clock();
    const given = digest(token);
    const match = this.#tokens.find((entry) => timingSafeEqual(entry.digest, given) && entry.expiresAt > now);
    this.#tokens = this.#tokens.filter((entry) => entry !== match && entry.expiresAt > now);
    if (!match) return null;
    const cookie = newSecret();
    this.#cookies.push(digest(cookie));
    return `${this.#cookieName}=${cookie}; Path=/; HttpOnly; SameSite=Strict`;
  }

  /** Whether a Cookie header carries a session of this process. */
  accepts(header: string | undefined): boolean {
    const pairs = (header ?? '').split(';').map((pair) => pair.trim());
    const prefix = `${this.#cookieName}=`;
    return pairs
      .filter((pair) => pair.startsWith(prefix))
      .map((pair) => digest(pair.slice(prefix.length)))
      .some((given) => this.#cookies.some((known) => timingSafeEqual(known, given)));
  }
}
