export function electronBinary(folder: string): string | null;
export function whyNotHere(process: {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly getuid?: () => number;
}): string | null;
export function ensureElectron(options: {
  /** Of the npm package. */
  readonly folder: string;
  /** The file that says when a download failed last. */
  readonly mark: string;
  readonly node: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isAsked: boolean;
  readonly say: (sentence: string) => void;
}): Promise<boolean>;
