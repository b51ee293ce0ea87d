/** Sends a file to Electron's main process, which would keep a larger request in memory as a whole. */
import { largestPiece } from '../../src-shared/ipc/file-pieces.ts';

/** @returns the answer to the last piece. Throws if the file cannot be read. */
export async function sendInPieces(file: File, onProgress?: (fraction: number) => void): Promise<Response> {
  const upload = crypto.randomUUID();
  for (let offset = 0; ; offset += largestPiece) {
    const end = Math.min(offset + largestPiece, file.size);
    const query = new URLSearchParams({ upload, offset: String(offset), size: String(file.size) });
    const response = await fetch(`/spool/${encodeURIComponent(file.name)}?${query}`, {
      method: 'PUT',
      // Bytes, not the blob itself: Electron would read that again in the main process.
      body: await file.slice(offset, end).arrayBuffer(),
    });
    onProgress?.(file.size === 0 ? 1 : end / file.size);
    // 204: the next piece. Otherwise it is the end, or the reason of an early one.
    if (response.status !== 204) return response;
  }
}
