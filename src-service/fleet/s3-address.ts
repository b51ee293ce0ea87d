/**
 * The address of S3-compatible storage: `s3://bucket/prefix?endpoint=https://host&region=name`. Nothing is
 * guessed, and parts without meaning are refused. The keys are never part of it (`s3-keys.ts`).
 */
import { isThisComputer } from './this-computer.ts';

export interface StorageAddress {
  readonly bucket: string;
  /** With a slash at its end, or empty. */
  readonly prefix: string;
  readonly region: string;
  /** The address of the bucket, without a slash at the end. */
  readonly url: string;
}

/** Names the storage in sentences. */
export const nameOfStorage = ({ bucket, prefix, url }: StorageAddress): string =>
  `s3://${bucket}${prefix === '' ? '' : `/${prefix.slice(0, -1)}`} at ${new URL(url).host}`;

const example = 'such as s3://my-bucket?region=eu-central-1';

/** Removes slashes at both ends. A regular expression would take quadratic time. */
function withoutSlashes(text: string): string {
  let [first, end] = [0, text.length];
  while (first < end && text[first] === '/') first += 1;
  while (end > first && text[end - 1] === '/') end -= 1;
  return text.slice(first, end);
}

/** @param from where the address was given @throws Error with a sentence, which never repeats the address */
export function readStorageAddress(text: string, from: '--files' | 'FABDESK_FILES'): StorageAddress {
  const refuse = (why: string): Error => new Error(`${from} ${why}`);
  if (text.trim() === '') throw refuse(`is empty. Give the address of a bucket, ${example}.`);
  const url = URL.parse(text);
  if (url?.protocol !== 's3:') throw refuse(`is not the address of a bucket. Give one ${example}.`);
  if (url.username !== '' || url.password !== '')
    throw refuse(
      'must not contain keys. Put them into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name files with AWS_ACCESS_KEY_ID_FILE and AWS_SECRET_ACCESS_KEY_FILE.',
    );
  for (const name of url.searchParams.keys()) {
    if (/key|secret|token|credential|signature/i.test(name))
      throw refuse('must not contain keys. Put them into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
    if (!['endpoint', 'region', 'encryption'].includes(name))
      throw refuse(`has a part that the service does not know: ${name.slice(0, 40)}.`);
  }
  const bucket = url.hostname;
  if (bucket === '') throw refuse(`names no bucket. Give an address ${example}.`);
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || url.port !== '')
    throw refuse(
      'names a bucket that cannot exist: its name has 3 to 63 small letters, digits, dots and hyphens.',
    );
  const path = withoutSlashes(url.pathname);
  if (!/^([A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)?$/.test(path))
    throw refuse(
      'has a prefix with other characters than letters, digits, dots, hyphens, underscores and slashes.',
    );
  const region = url.searchParams.get('region') ?? '';
  if (!/^[a-z0-9-]+$/.test(region))
    throw refuse(
      'names no region. Add ?region= and its name; servers of your own usually have us-east-1, unless they were set up with another.',
    );
  const endpoint = readEndpoint(url.searchParams, refuse);
  // A certificate fits no name with dots, so such names go into the path, as on all servers but Amazon's.
  const inHost = endpoint === null && !bucket.includes('.');
  const amazon = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  return {
    bucket,
    prefix: path === '' ? '' : `${path}/`,
    region,
    url: inHost ? `https://${bucket}.${amazon}` : `${endpoint ?? `https://${amazon}`}/${bucket}`,
  };
}

/** Null: Amazon's. Customers' models travel here, so only an explicit option turns encryption off. */
function readEndpoint(parts: URLSearchParams, refuse: (why: string) => Error): string | null {
  const text = parts.get('endpoint');
  const encryption = parts.get('encryption');
  if (encryption !== null && encryption !== 'off')
    throw refuse('has an unknown encryption. Use off, or leave it out.');
  if (text === null) {
    if (encryption !== null) throw refuse('turns encryption off, which needs an endpoint with http.');
    return null;
  }
  const url = URL.parse(text);
  const isPlain =
    url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (!url || !/^https?:$/.test(url.protocol) || !isPlain)
    throw refuse('has an endpoint that is no address such as https://storage.example.');
  if (url.protocol === 'http:' && encryption !== 'off' && !isThisComputer(url.hostname))
    throw refuse(
      'has an endpoint with http, to which models would travel unencrypted. Use https, or add &encryption=off for a private network.',
    );
  return url.origin;
}
