/** Hands a document to the browser's own download, which asks where it goes; works in every host. */
export function saveJson(fileName: string, document_: unknown): void {
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(document_, null, 2)], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download has its own hold on the bytes once the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
