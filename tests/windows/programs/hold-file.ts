/** Holds a file open exclusively, as some programs on Windows do, until it is killed. */
import { openSync } from 'node:fs';

/** libuv's UV_FS_O_EXLOCK, for which Node has no name: no shared reading, writing or renaming. */
const exclusive = 0x10000000;
openSync(process.argv[2] ?? '', exclusive);
process.stdout.write('{"held":true}\n');
setInterval(() => {}, 60_000);
