/**
 * Imported before any schema: zod would otherwise try to compile text, which the window's security policy
 * reports.
 */
import { z } from 'zod';

z.config({ jitless: true });
