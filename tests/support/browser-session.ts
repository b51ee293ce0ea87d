/**
 * Walks the service's pages as a browser without scripts does: cookies and their paths, forms, no automatic
 * redirects. Once somebody is signed in, a plain path means that page below the path of the session, where
 * links lead.
 */

export interface Page {
  readonly status: number;
  readonly text: string;
  /** The target of a redirect, else null. */
  readonly location: string | null;
  readonly headers: Headers;
}

export class BrowserSession {
  readonly #baseUrl: string;
  #cookie = '';
  #cookiePath = '/';

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  get(path: string): Promise<Page> {
    return this.#send(path, {});
  }

  /** Submits the page's first form with its hidden fields and these. */
  submit(page: Page, fields: Record<string, string>): Promise<Page> {
    const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1];
    if (action === undefined) throw new Error(`No form: ${page.text}`);
    const form = new URLSearchParams();
    for (const [, name, value] of page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g))
      form.set(name!, unescapeHtml(value!));
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return this.post(action, form);
  }

  post(path: string, form: URLSearchParams): Promise<Page> {
    return this.#send(path, { method: 'POST', body: form });
  }

  /** Signs in on the way to a page and returns that page. */
  async signIn(path: string, username: string, password: string): Promise<Page> {
    const first = await this.get(path);
    if (first.location === null) return first;
    const after = await this.submit(await this.get(first.location), { username, password });
    if (after.location === null) throw new Error(`Not signed in: ${after.text}`);
    return this.get(after.location);
  }

  /** The address of a page for the person who is signed in. */
  at(path: string): string {
    const isOutside = path.startsWith('/in/') || /^\/sign-(in|up)/.test(path) || !path.startsWith('/');
    return isOutside || this.#cookiePath === '/' ? path : this.#cookiePath + path;
  }

  async #send(path: string, init: RequestInit): Promise<Page> {
    const url = new URL(this.at(path), this.#baseUrl);
    const isBelow = this.#cookiePath === '/' || url.pathname.startsWith(`${this.#cookiePath}/`);
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: this.#cookie && isBelow ? { Cookie: this.#cookie } : {},
    });
    const cookie = answer.headers.get('set-cookie');
    if (cookie !== null) {
      this.#cookie = cookie.split(';')[0]!;
      this.#cookiePath = /; Path=([^;]+)/.exec(cookie)?.[1] ?? '/';
    }
    return {
      status: answer.status,
      text: await answer.text(),
      location: answer.headers.get('location'),
      headers: answer.headers,
    };
  }
}

export const unescapeHtml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
