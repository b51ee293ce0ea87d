/** Messages between the main process and the keyring's child: one JSON line each way per call. */
export const libraries = ['keytar', 'napi'] as const;
export type Library = (typeof libraries)[number];

/** `probe` writes, reads and deletes a secret of its own under `name`. */
export interface KeyringRequest {
  readonly id: number;
  readonly library: Library;
  readonly op: 'probe' | 'get' | 'set' | 'delete';
  readonly name: string;
  readonly value?: string;
}

export type KeyringReply =
  | { readonly id: number; readonly value: string | null }
  | {
      readonly id: number;
      /** `not-loadable`: the library is not installed, or a system library is missing. */
      readonly problem: 'not-loadable' | 'failed';
      readonly message: string;
    };
