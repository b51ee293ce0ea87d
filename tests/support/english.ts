/**
 * Gives the window its language, as Root.svelte does: tests expect American English whatever the machine
 * speaks.
 */
import { language } from '../../src-renderer/ui/language.svelte.ts';
import { en } from '../../src-shared/messages/en/index.ts';
import { createMessages } from '../../src-shared/messages/messages.ts';

language.use(createMessages('en', en, 'en-US'));
