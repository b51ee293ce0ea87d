/**
 * The two pages that the listener can show. Their text is fixed and never includes anything from the request.
 */
import { createHash } from 'node:crypto';
import type { Messages } from '../../src-shared/messages/messages.ts';

export type LoopbackPage = (messages: Messages) => string;

const style =
  ':root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:start center;padding:12vh 16px;box-sizing:border-box;font:16px/1.5 system-ui,sans-serif;background:#f4f6f8;color:#1b2126}main{max-width:460px}h1{font-size:22px;margin:0 0 8px}p{margin:0}@media(prefers-color-scheme:dark){body{background:#16191d;color:#e6eaee}}';

const page =
  (name: 'received' | 'foreign'): LoopbackPage =>
  ({ language, t }) => {
    const title = t(`service.page.${name}`);
    return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} - Fabdesk</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${t(`service.page.${name}.more`)}</p></main></body></html>`;
  };

export const receivedPage = page('received');
export const foreignPage = page('foreign');

export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
};
