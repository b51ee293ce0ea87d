/** The words for a data folder that is a copy. */
import type { MessageRef } from '../messages/message.ts';
import { ref } from '../messages/messages.ts';
import type { FolderNotice } from './folder-notice.ts';

export function folderNoticeText({ kind, dataFrom: time }: FolderNotice): MessageRef {
  if (time === null)
    return ref(kind === 'older' ? 'problems.folderOlderUndated' : 'problems.folderCopyUndated');
  return ref(kind === 'older' ? 'problems.folderOlder' : 'problems.folderCopy', { time });
}
