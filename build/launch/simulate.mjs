/** `npm run simulate -- --seeds N`: the real queue in a simulated world; tests/simulation/main.ts lists the options. */
import { becomeScript } from './script.mjs';

becomeScript('tests/simulation/main.ts');
