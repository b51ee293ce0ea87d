/**
 * `webUtils.getPathForFile`, which answers at once: the preload pauses in a function of that name, and
 * meanwhile Chromium says which file on disk is behind the `File`.
 */
import type { Session } from './connection.ts';

export async function answerPaths(session: Session): Promise<void> {
  session.on('Debugger.paused', ({ callFrames: [frame] }) => {
    void answer(session, frame?.functionName === 'getPathForFile' ? frame.callFrameId : null);
  });
  await session.send('Debugger.enable');
}

async function answer(session: Session, callFrameId: string | null): Promise<void> {
  try {
    if (callFrameId === null) return;
    const { result } = await session.send('Debugger.evaluateOnCallFrame', {
      callFrameId,
      expression: 'file',
    });
    const expression = `answer.path = ${JSON.stringify(await pathOf(session, result.objectId!))}`;
    await session.send('Debugger.evaluateOnCallFrame', { callFrameId, expression });
  } finally {
    await session.send('Debugger.resume');
  }
}

/** Empty for one that the page made itself. */
const pathOf = (session: Session, objectId: string): Promise<string> =>
  session.send('DOM.getFileInfo', { objectId }).then(
    ({ path }) => path,
    () => '',
  );
