export declare function writeSbom(file: string): void;
