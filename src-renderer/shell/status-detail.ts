/** Why the service cannot be used, in the window's language; null if there is nothing to say. */
import type { Status } from '../../src-shared/ipc/app-status.ts';
import { errorText } from '../ui/language.svelte.ts';

export const statusDetail = (status: Status | null): string | null =>
  status === null || status.detail === null ? null : errorText({ message: status.detail, text: status.text });
