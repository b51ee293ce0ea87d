/** The security policy of every Fabdesk window, in Electron and in a browser. */

/** `connect`: further addresses that the window may contact, such as the browser host's WebSocket. */
export const contentSecurityPolicy = (connect: readonly string[] = []): string =>
  [
    "default-src 'none'",
    // WebAssembly may be compiled (the fast core of geometry); JavaScript from text may not.
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Headers of every answer, whatever its content. */
export const securityHeaders = (connect: readonly string[] = []): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': contentSecurityPolicy(connect),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // Together with the line before: the window's workers may share memory.
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
});
