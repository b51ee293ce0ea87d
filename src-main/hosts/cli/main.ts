/**
 * The entry of the `fabdesk` command (built as dist/main/cli.js), and of its worker threads. It loads only
 * what each of them needs: scripts ask for the version often.
 */
import { isMainThread, workerData } from 'node:worker_threads';
import { version } from '../../version.ts';
import { analyseThread, besideThread } from './analysis/thread-name.ts';

const [first, ...others] = process.argv.slice(2);

if (!isMainThread && workerData === analyseThread) {
  (await import('./analysis/analyse-thread.ts')).serveAnalyses();
} else if (!isMainThread && workerData === besideThread) {
  (await import('./analysis/second-thread.ts')).serveBeside();
} else if (others.length === 0 && (first === '--version' || first === '-V')) {
  // A reader may have gone.
  process.stdout.on('error', () => {});
  process.stdout.write(`${version}\n`);
} else {
  (await import('../compile-cache.ts')).keepCompiled();
  await (await import('./run-process.ts')).runProcess(new URL(import.meta.url));
}
