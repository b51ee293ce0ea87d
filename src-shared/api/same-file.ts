/** The service's report about a file that it received (spec: Resources > Photo). */
export interface ReportedFile {
  readonly fileMd5Checksum: string;
  /** Bytes. */
  readonly contentLength: number;
}

/** Whether the service has exactly the bytes that were sent. `md5` is lower case; services use either. */
export const isSameFile = (
  { fileMd5Checksum, contentLength }: ReportedFile,
  { md5, size }: { readonly md5: string; readonly size: number },
): boolean => fileMd5Checksum.toLowerCase() === md5 && contentLength === size;
