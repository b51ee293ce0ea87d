/** Broken guards of proposals: what a program prepares leaves, or counts, without a person's signature. */
import type { Mutant } from './mutants.ts';

export const mutantsOfAgents: readonly Mutant[] = [
  {
    name: 'signature-unasked',
    breaks: 'the queue’s transaction stores an unsigned order like any other',
    patches: [
      {
        file: 'unsigned.ts',
        find: "if (record.kind !== 'order' || !isUnsigned(record)) return record;",
        replace: "if (record.kind === 'order' || !isUnsigned(record)) return record;",
      },
    ],
  },
  {
    name: 'signature-unasked-at-first',
    breaks: 'a new proposal does not wait for a signature',
    patches: [{ file: 'ledger.ts', inside: 'insert', find: 'withSignature($record)', replace: '$record' }],
  },
  {
    name: 'signature-not-kept',
    breaks: 'a program releases a proposal, and only the first step asks for a signature',
    patches: [
      { file: 'ledger.ts', inside: '#save', find: 'withSignature($record)', replace: '$record' },
      {
        file: 'resolve/commands.ts',
        inside: 'releaseJob',
        find: "($wait === 'consent' && $can)",
        replace: 'false',
      },
    ],
  },
  {
    name: 'any-total-signs',
    breaks: 'a proposal is signed by whatever total',
    patches: [
      {
        file: 'resolve/commands.ts',
        inside: 'confirmJob',
        find: "if ($hasTotal && $differs) throw mainError('price-changed', $text);",
        replace: ';',
      },
    ],
  },
  {
    name: 'program-signs',
    breaks: 'a command signs a proposal without a terminal',
    patches: [{ file: 'input/agree.ts', inside: 'requirePerson', find: '$terminal.stdin', replace: 'true' }],
  },
  {
    name: 'others-withdraw',
    breaks: 'a program takes back what another one proposed',
    patches: [
      {
        file: 'core/proposals.ts',
        inside: 'withdrawProposal',
        find: "$record.kind === 'order' && $record.payload.proposal?.by === $by",
        replace: "$record.kind === 'order'",
      },
    ],
  },
  {
    name: 'proposal-uploads',
    breaks: 'the files of a proposal are uploaded before anybody signs it',
    patches: [
      {
        file: 'core/enqueue.ts',
        find: '$proposer !== null && line.file !== null',
        replace: '$proposer !== null && line.file === null',
      },
    ],
  },
  {
    name: 'price-left-open',
    breaks: 'a proposal may say what it costs at most, instead of what it costs',
    patches: [
      {
        file: 'core/propose.ts',
        find: "if ($lines.some(isOpen)) throw mainError('no-price', $text);",
        replace: ';',
      },
    ],
  },
  {
    name: 'proposals-pile-up',
    breaks: 'programs propose more than a person reads',
    patches: [
      {
        file: 'core/propose.ts',
        find: '$open.length >= mostProposals',
        replace: '$open.length >= 10 * mostProposals',
      },
    ],
  },
  {
    name: 'signed-too-late',
    breaks: 'a proposal is signed after it has ended',
    patches: [
      { file: 'core/proposals.ts', inside: 'signProposal', find: 'isOver($order, $now)', replace: 'false' },
    ],
  },
  {
    name: 'signature-tolerated',
    breaks: 'a price may rise after the signature',
    patches: [
      {
        file: 'core/agreed.ts',
        inside: 'agreedAnew',
        find: 'const { found: $a, tolerance: $b, maxTotal: $c, ...before } = $agreement;',
        replace: 'const { found: $a, maxTotal: $c, ...before } = $agreement;',
      },
    ],
  },
  {
    name: 'signed-in-copy',
    breaks: 'a signature in an older copy of the folder counts without asking whether it was sent since',
    patches: [
      {
        file: 'core/proposals.ts',
        inside: 'signProposal',
        find: '$payload.consentAt === withdrawnConsent ? withdrawnConsent : $now',
        replace: '$now',
      },
    ],
  },
];
