/** The bytes of a file that came through the contract. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Saves bytes by the browser's own download, which asks for the place; works in every host. */
export function saveFile(fileName: string, bytes: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download holds the bytes itself once the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
