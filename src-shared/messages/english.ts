/** Messages in English, for logs, machines and stored records, whatever language the reader has. */
import { en } from './en/index.ts';
import { createMessages } from './messages.ts';

export const english = createMessages('en', en);
