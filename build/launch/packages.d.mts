/** Whether the packages in a folder's node_modules are those of its lock file, whoever installed them. */
export function isInstalled(folder: string): boolean;
