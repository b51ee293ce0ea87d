/** The frame of every page for people: content is escaped, and a policy forbids scripts and other sites. */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** HTML made by `html`, so that it is known to be escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c]!,
  );

type Part = string | number | Html | readonly Html[] | null | false;

/** A template whose values are escaped, unless they are `Html` themselves. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  const show = (value: Part | undefined): string => {
    if (value === null || value === false || value === undefined) return '';
    if (value instanceof Html) return value.text;
    if (Array.isArray(value)) return value.map((part: Html) => part.text).join('');
    return escapeHtml(String(value));
  };
  return new Html(strings.map((part, i) => part + show(values[i])).join(''));
}

const style = `
:root{color-scheme:light dark;--ground:#f4f6f8;--panel:#fff;--text:#1b2126;--muted:#56616c;--accent:#0b6fa4;--on:#fff;--error:#b3261e;--border:#7b8794}
@media(prefers-color-scheme:dark){:root{--ground:#16191d;--panel:#1f242a;--text:#e6eaee;--muted:#a3adb8;--accent:#4db6e6;--on:#0b1116;--error:#ff7b72;--border:#6b7783}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;background:var(--ground);color:var(--text);font:15px/1.5 system-ui,sans-serif;display:grid;place-items:start center;padding:8vh 16px}
main{width:100%;max-width:440px;background:var(--panel);border:1px solid var(--border);border-radius:12px;padding:28px}
main.wide{max-width:820px}h1{font-size:22px;line-height:1.25;margin:0 0 12px}h2{font-size:17px;margin:28px 0 8px}p{margin:0 0 16px}
label{display:block;font-weight:600;margin:14px 0 4px}input:not([type=checkbox]),textarea{width:100%;font:inherit;padding:9px 12px;border:1px solid var(--border);border-radius:8px;background:var(--ground);color:var(--text)}
button,.button{display:inline-block;font:inherit;font-weight:600;min-height:44px;padding:9px 18px;margin:18px 8px 0 0;border-radius:8px;border:1px solid var(--accent);background:var(--accent);color:var(--on);cursor:pointer;text-decoration:none}
button.quiet{background:transparent;color:var(--text);border-color:var(--border)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}form+.muted{margin-top:16px}.error{color:var(--error);font-weight:600}.muted{color:var(--muted);font-size:13px}
code{font:14px/1.6 ui-monospace,monospace;background:var(--ground);border:1px solid var(--border);border-radius:6px;padding:2px 8px;overflow-wrap:anywhere}.code{font-size:18px;display:block;padding:12px;text-align:center}
table{width:100%;border-collapse:collapse}th,td{text-align:left;padding:7px 8px;border-bottom:1px solid var(--border);vertical-align:top}a{color:var(--accent)}img{max-width:100%;border-radius:8px}`;

const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

export interface PageOptions {
  readonly title: string;
  readonly body: Html;
  readonly wide?: boolean;
  /** Where the page's forms may lead besides the service, also by redirect (CSP 3, form-action). */
  readonly formTarget?: string;
}

export function sendPage(reply: FastifyReply, page: PageOptions): FastifyReply {
  const target = page.formTarget === undefined ? '' : ` ${sourceOf(page.formTarget)}`;
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'Content-Security-Policy':
        `default-src 'none'; style-src ${styleHash}; img-src 'self' data:; form-action 'self'${target}; ` +
        "base-uri 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    })
    .send(
      html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${page.title}</title><link rel="icon" href="data:,">${new Html(`<style>${style}</style>`)}</head><body><main class="${page.wide ? 'wide' : ''}"><h1>${page.title}</h1>${page.body}</main></body></html>`
        .text,
    );
}

/** Scheme and host of an address, or only the scheme if it has no host. */
function sourceOf(uri: string): string {
  const url = URL.parse(uri);
  // In the policy, a host with a semicolon would begin another directive.
  if (!url || !/^[a-z0-9._:[\]-]*$/.test(url.host)) return "'none'";
  return url.host !== '' && /^https?:$/.test(url.protocol) ? url.origin : url.protocol;
}
