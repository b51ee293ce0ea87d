/** The messages to and from the service's threads. Plain data only, since threads share no objects. */

/** A measured model file, in file units. Stored as JSON in `model_file.geometry_json`. */
export interface FileGeometry {
  readonly format: string;
  /** The unit that the file carries or its format assumes; null if there is none. */
  readonly unit: string | null;
  readonly triangles: number;
  readonly shells: number;
  readonly watertight: boolean;
  readonly area: number;
  /** Never negative. */
  readonly volume: number;
  /** Extent of the bounding box. */
  readonly size: readonly [number, number, number];
  readonly findings: readonly {
    readonly kind: string;
    readonly severity: 'fail' | 'warn';
    readonly count: number;
    readonly message: string;
  }[];
}

/** A file that could not be read as a model; the sentence goes to people. */
export interface UnreadableFile {
  readonly error: { readonly code: string; readonly message: string };
}

export type MeasuredFile = FileGeometry | UnreadableFile;

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

export interface ReceivedFile {
  readonly length: number;
  readonly md5: string;
  readonly sha256: string;
}

export type ThreadAnswer =
  /**
   * `bytes` of data have been processed. The sender may send as many more, and gets the memory of the page
   * back.
   */
  | { readonly kind: 'ack'; readonly id: number; readonly bytes: number; readonly page: ArrayBuffer }
  /** According to its first bytes, the file is a binary STL of this size. */
  | { readonly kind: 'announced'; readonly id: number; readonly size: number }
  | { readonly kind: 'received'; readonly id: number; readonly file: ReceivedFile }
  | {
      readonly kind: 'refused';
      readonly id: number;
      readonly code: 'too-large' | 'bad-base64' | 'disk';
      readonly message: string;
    }
  | { readonly kind: 'customised'; readonly id: number; readonly result: ReceivedFile | UnreadableFile }
  | { readonly kind: 'measured'; readonly id: number; readonly result: MeasuredFile };
