/**
 * The only error that the service answers with. Routes throw it; `http/errors.ts` renders it as
 * `{result:"failure", reason}`, and the SOAP endpoint as a SOAP fault. Clients expect these status codes
 * (compatibility: Answers): 400 bad or missing field, 401 credentials, 404 unknown id, 405 wrong method, 413
 * too large, 429 rate limit, 500 our own failure.
 */
export class Fault extends Error {
  readonly status: number;
  /** Stable, for logs and tests; people read `message`. */
  readonly code: string;
  /** Additional answer headers, such as WWW-Authenticate, Allow or Retry-After. */
  readonly headers: Readonly<Record<string, string>>;
  /** Additional fields of the failure body, such as `rateLimit`. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    message: string,
    extra: { headers?: Record<string, string>; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.name = 'Fault';
    this.status = status;
    this.code = code;
    this.headers = extra.headers ?? {};
    this.details = extra.details ?? {};
  }
}

/** Shortens the name of a field, which may come from the request. */
const short = (name: string): string => name.slice(0, 100);

/** A missing field, in the sentence that existing clients know. */
export const missingField = (name: string): Fault =>
  new Fault(400, 'missing-field', `Field <${short(name)}> is required, but missing.`);

/**
 * A field whose value cannot be used. `why` continues the sentence "Field <name> ". An unknown id in a body
 * is such a value too; only an unknown id in the path gives 404 [Assumption: unknown-id-in-body].
 */
export const badField = (name: string, why: string): Fault =>
  new Fault(400, 'bad-field', `Field <${short(name)}> ${why}`);

export const notFound = (what: string, id: string | number): Fault =>
  new Fault(404, 'not-found', `${what} ${id} does not exist.`);

export const formatSize = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${Number((bytes / 1024 / 1024).toFixed(1))} MB` : `${Math.ceil(bytes / 1024)} kB`;

/** @param limit bytes */
export const fileTooLarge = (limit: number): Fault =>
  new Fault(
    413,
    'too-large',
    `The file is larger than the ${formatSize(limit)} that this service takes. Send a smaller one: a coarser mesh, or a smaller picture.`,
  );
