/**
 * A proposal: an order that a program prepared, such as an agent, and that a person has not signed yet. It is
 * an agreement without a signature, and nothing of it leaves before it has one. Who proposed it and why is
 * text of others, cleaned before it is stored.
 */
import { z } from 'zod';
import { onOneLine } from '../messages/foreign-text.ts';

/** Proposals that wait at the same time. Beyond that, a person would only sign in haste. */
export const mostProposals = 20;

/** As many characters as are stored; what is longer is cut. */
const quoted = (most: number) =>
  z
    .string()
    .max(100_000)
    .transform((text) => onOneLine(text, most))
    .pipe(z.string().min(1));

/** The facts of a proposal about itself. */
export const proposerSchema = z.object({ by: quoted(80), why: quoted(500) });
export type Proposer = z.output<typeof proposerSchema>;

export const proposalSchema = z.object({
  by: z.string(),
  why: z.string(),
  /** Epoch ms. */
  proposedAt: z.int(),
  /** Epoch ms at which a person signed; null: nobody has. */
  signedAt: z.int().nullable(),
  /** The budget signed it, and this is what it took, with fee and shipping. Missing: a person decides. */
  budget: z.object({ total: z.number().nonnegative(), currency: z.string().length(3) }).optional(),
});
export type Proposal = z.infer<typeof proposalSchema>;
