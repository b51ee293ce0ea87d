/** Hands bytes to the browser's own download, which asks where they go; works in every host. */
export function saveFile(fileName: string, bytes: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download has its own hold on the bytes once the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
