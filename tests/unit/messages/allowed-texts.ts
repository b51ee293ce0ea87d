/** Texts that may be outside the catalogue: names and signs that no language translates. */
export const allowedTexts: ReadonlySet<string> = new Set([
  'Fabdesk',
  'Linux',
  'macOS',
  'Windows',
  // Names of keys in the platform's events.
  ...'Alt Backspace Control Delete End Enter Escape Home Meta Shift Space Tab'.split(' '),
  // Names of address fields in HTML's autocomplete attribute.
  ...(
    'given-name family-name country address-line1 address-line2 address-line3 address-level1 address-level2 ' +
    'postal-code tel'
  )
    .split(' ')
    .map((field) => `shipping ${field}`),
]);

/**
 * Texts that must not depend on the catalogue: `file: text`. First, texts that the window shows if no
 * catalogue could be loaded.
 */
export const allowedPlaces: ReadonlySet<string> = new Set([
  // Names of folders on macOS and Windows.
  'src-main/cad-programs/find-places.ts: Application Support',
  'src-main/cad-programs/find-places.ts: Blender Foundation/Blender',
  'src-main/data-dir.ts: Application Support',
  'src-main/state-dir.ts: Application Support',
  'src-main/state-dir.ts: Fabdesk State',
  'src-renderer/shell/Root.svelte: Fabdesk could not be loaded. Start it again.',
  'src-renderer/shell/Root.svelte: Try again',
  // The scheme of an HTTP header (RFC 6750 2.1).
  'src-main/auth/oauth1-signature.ts: OAuth …',
  'src-main/hosts/cli/app/operator-client.ts: Bearer …',
  'src-main/soap-client/soap-client.ts: text/xml; charset=utf-8',
  // A column of a parts list, as people head it in their spreadsheets.
  'src-shared/csv/parts-list.ts: surface finish',
  // Programs, and a property in its files.
  'src-shared/geometry/readers/foreign-programs.ts: Solid Edge',
  'src-shared/ipc/cad-program.ts: Blender',
  'src-shared/geometry/readers/freecad/document.ts: Placement',
  // A folder inside a package.
  'src-main/quote-document/fonts.ts: inter-ui/Inter (web)/Inter-….woff',
  // The name of a process in the system's lists.
  'src-main/hosts/electron/main.ts: Fabdesk keychain',
  'src-main/hosts/electron/main.ts: Fabdesk local print service',
  // Stored, and matched by scripts; the shown text comes from the catalogue.
  'src-shared/ipc/account-name.ts: Local print service',
  // The reference on a shipping label, by which the service finds the order.
  'src-shared/jobs/reference-line.ts: Ref …',
  // The exported record of a job is for the service's support, in English as --json is.
  'src-main/queue/core/evidence.ts: all sent but the last byte, and recorded',
  'src-main/queue/core/evidence.ts: certainly not executed (…)',
  'src-main/queue/core/evidence.ts: The total has the fee, and shipping if its price was known. Tax is not in it.',
  'src-main/queue/core/evidence.ts: attempt …: …',
  'src-main/queue/core/evidence.ts: added to the queue',
  'src-main/queue/core/evidence.ts: price confirmed',
  // The id of a notice.
  'src-renderer/shell/returned-orders.svelte.ts: returned …',
  // Written into files, which are the same in every language.
  'src-shared/geometry/shapes/sample-part.ts: Spur gear',
  'src-shared/geometry/writers/write-stl.ts: Fabdesk binary STL',
  // Caught by the caller and never shown.
  'src-shared/geometry/readers/occt/occt-module.ts: gave up',
  'src-shared/geometry/runtime/task-progress.ts: Stopped before it was finished.',
  // The same as in the catalogue, which is not loaded everywhere; a test compares them.
  'src-shared/result.ts: Stopped before it was finished.',
  'src-shared/result.ts: Something went wrong inside Fabdesk. The log has the details.',
  // Details of an error for the log.
  'src-main/secrets/keyring-process.ts: the keychain did not answer',
  'src-main/secrets/keyring-process.ts: the process that talks to the keychain ended',
]);

/** What language models read, in English like JSON: what the tools for agents say about themselves. */
export const forAgents: ReadonlySet<string> = new Set([
  'src-main/hosts/mcp/serve.ts',
  'src-main/hosts/mcp/tools.ts',
]);
