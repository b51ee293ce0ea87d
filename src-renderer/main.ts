/** The window's entry: opens the bridge to the application and shows the shell on it. */
import { start } from './start.ts';

/** Not part of the first script: the schemas of the whole contract come with it. */
const connect = () => import('./bridge/connect.ts').then((bridge) => bridge.connect());

const target = document.querySelector('#app');
if (target) start(target, connect);
