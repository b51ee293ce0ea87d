/**
 * The brightness of every pixel of a PNG, JPEG, WebP or GIF, for reliefs. Memory is bounded beforehand. Runs
 * on a thread that ends after each picture (`measurer.ts`): a decoder that gives up keeps its memory.
 */
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js';
import decodePng, { init as initPng } from '@jsquash/png/decode.js';
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js';
import { CodedError } from '../../src-shared/result.ts';
import { type OtherFile, readWasmFile } from '../wasm/wasm-file.ts';
import { decodeGif } from './decode-gif.ts';
import { type ImageSize, readImageSize } from './image-size.ts';
import { brightnessOf, type Picture, type Pixels } from './pixels.ts';

const mostPixels = 16_000_000;

/** A progressive JPEG has about ten scans. Each takes time for every pixel, however few its bytes. */
const mostScans = 200;

/** @throws CodedError `file-unreadable` with a sentence for people */
export async function decodeImage(bytes: Buffer): Promise<Picture> {
  const size = readImageSize(bytes);
  if (!size) throw unreadable('The picture is no PNG, JPEG, WebP or GIF that can be read.');
  if (size.width * size.height > mostPixels) throw unreadable('The picture has more than 16 million pixels.');
  let pixels: Pixels;
  try {
    pixels = await decoders[size.mediaType](bytes);
  } catch {
    throw unreadable('The picture is damaged or cannot be decoded. Save it again as PNG.');
  }
  return { width: pixels.width, height: pixels.height, brightness: brightnessOf(pixels) };
}

const unreadable = (message: string): CodedError => new CodedError('file-unreadable', message);

const decoders: Readonly<Record<ImageSize['mediaType'], (bytes: Buffer) => Pixels | Promise<Pixels>>> = {
  'image/png': async (bytes) => {
    await initPng(await readWasm('squoosh_png_bg.wasm'));
    return decodePng(wholeBuffer(bytes));
  },
  'image/webp': async (bytes) => {
    await initWebp({ wasmBinary: await readWasm('webp_dec.wasm') });
    return decodeWebp(wholeBuffer(bytes));
  },
  'image/jpeg': async (bytes) => {
    if (countScans(bytes) > mostScans) throw new Error('Too many scans.');
    const warnings: string[] = [];
    const printErr = (text: string) => warnings.push(text);
    await initJpeg({ wasmBinary: await readWasm('mozjpeg_dec.wasm'), printErr });
    const pixels = await decodeJpeg(wholeBuffer(bytes), { preserveOrientation: true });
    // The decoder fills what is missing with grey and only warns. Extra bytes between segments do no harm.
    const damage = warnings.find((warning) => !warning.includes('extraneous bytes'));
    if (damage !== undefined) throw new Error(damage);
    return pixels;
  },
  'image/gif': (bytes) => decodeGif(bytes, mostPixels),
};

const readWasm = async (file: OtherFile): Promise<ArrayBuffer> => wholeBuffer(await readWasmFile(file));

/** A copy with an ArrayBuffer of its own: small Buffers share theirs. */
const wholeBuffer = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

/** Start-of-scan markers. In the coded data every 0xff is followed by 0, so none is found there by chance. */
function countScans(bytes: Buffer): number {
  const marker = Buffer.from([0xff, 0xda]);
  let count = 0;
  for (let at = bytes.indexOf(marker); at >= 0; at = bytes.indexOf(marker, at + 2)) count++;
  return count;
}
