/** The window's entry: opens the bridge to the application and shows the shell on it. */
import { connect } from './bridge/connect.ts';
import { start } from './start.ts';

const target = document.querySelector('#app');
if (target) start(target, connect);
