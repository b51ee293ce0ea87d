/** Path of src-shared/geometry/core/module.ts. */
export const modulePath: string;
/** The text of module.ts as the AssemblyScript sources make it. */
export function compileCore(): Promise<string>;
/** Writes module.ts where it differs. */
export function writeCore(): Promise<void>;
