/**
 * Faults of Fabdesk itself that nothing else catches: they reach the log. Electron would show a stack and go
 * on in an unknown state; Fabdesk ends, since the next start finds out about everything that was under way.
 */
import { app, dialog } from 'electron';
import { type Messages, ref } from '../../../src-shared/messages/messages.ts';
import type { Log } from '../../log.ts';
import { mainError } from '../../main-error.ts';

export function logCrashes(log: Log, { t }: Pick<Messages, 't'>): void {
  process.on('uncaughtException', (thrown) => {
    log.error('crash', thrown);
    dialog.showErrorBox(
      t('desktop.crashed'),
      `${t('desktop.crashed.more')} ${t('hosts.closing.nothingLost')}`,
    );
    app.exit(1);
  });
  process.on('unhandledRejection', (thrown) => log.error('unhandled', thrown));
  // The graphics process, and the helpers of the keychain and of the print service, which are started again.
  app.on('child-process-gone', (_event, { type, name = type, reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    const fault = ref('desktop.childGone', { name, reason, code: String(exitCode) });
    log.error('child process', mainError('internal', fault));
  });
}
