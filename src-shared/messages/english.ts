/**
 * Messages in English, for logs, machines and stored records, whose text must not depend on the reader's
 * language.
 */
import { en } from './en/index.ts';
import { createMessages } from './messages.ts';

export const english = createMessages('en', en);
