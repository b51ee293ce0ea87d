/** The window's message to its host about its commands, so that the menu of the system has them. */
import { z } from 'zod';

const menuCommandSchema = z.object({
  id: z.string().min(1).max(100),
  title: z.string().min(1).max(200),
  /** Heading in the list of commands; a menu of its own. */
  group: z.string().min(1).max(100),
  /** In the notation of the window's registry, like `Mod+Shift+K`. */
  keys: z.string().max(40).nullable(),
  enabled: z.boolean(),
});
export const menuCommandsSchema = z.array(menuCommandSchema).max(500);
export type MenuCommand = z.infer<typeof menuCommandSchema>;
