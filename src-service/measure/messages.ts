/** The messages to and from the service's threads. Plain data only, since threads share no objects. */
import type { HashedContent } from '../files/hashing.ts';
import type { MeasuredFile, UnreadableFile } from './measured-file.ts';

/** How an uploaded `file` is encoded. */
export type FileEncoding = 'base64' | 'raw';

export type ThreadRequest =
  | {
      readonly kind: 'open';
      readonly id: number;
      readonly path: string;
      readonly limit: number;
      readonly encoding: FileEncoding;
      /** The shared memory of an `Arrival`. */
      readonly arrival: SharedArrayBuffer;
    }
  | { readonly kind: 'data'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: 'end'; readonly id: number }
  | { readonly kind: 'abort'; readonly id: number }
  | {
      readonly kind: 'customise';
      readonly id: number;
      readonly path: string;
      readonly fileName: string;
      readonly text: string | null;
      readonly picture: Uint8Array | null;
      readonly scale: number;
      /** Where the new file goes. */
      readonly target: string;
    }
  | {
      readonly kind: 'measure';
      readonly id: number;
      readonly path: string;
      readonly fileName: string;
      /** Set for a file that is still arriving: its final size, and how far it has come. */
      readonly ahead?: { readonly size: number; readonly arrival: SharedArrayBuffer };
    };

export type ThreadAnswer =
  /** `bytes` of data were processed: the sender may send as many more, and has the page's memory again. */
  | { readonly kind: 'ack'; readonly id: number; readonly bytes: number; readonly page: ArrayBuffer }
  /** According to its first bytes, the file is a binary STL of this size. */
  | { readonly kind: 'announced'; readonly id: number; readonly size: number }
  | { readonly kind: 'received'; readonly id: number; readonly file: HashedContent }
  | {
      readonly kind: 'refused';
      readonly id: number;
      readonly code: 'too-large' | 'bad-base64' | 'disk';
      readonly message: string;
    }
  | { readonly kind: 'customised'; readonly id: number; readonly result: HashedContent | UnreadableFile }
  | { readonly kind: 'measured'; readonly id: number; readonly result: MeasuredFile };
