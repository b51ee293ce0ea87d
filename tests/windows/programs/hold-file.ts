/** Holds a file open and shares it with nobody, as some programs on Windows do, until it is killed. */
import { openSync } from 'node:fs';

/** libuv's UV_FS_O_EXLOCK, which Node has no name for: no sharing, neither reading nor writing nor renaming. */
const exclusive = 0x10000000;
openSync(process.argv[2] ?? '', exclusive);
process.stdout.write('{"held":true}\n');
setInterval(() => {}, 60_000);
