/** The step of `npm start` that runs the program and asks it to close; its arguments are the program's. */
import { become } from '../../../build/launch/become.mjs';

become(process.execPath, process.argv.slice(2));
