export function missedLines(coverageFolder: string, folder: string): string[];
