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
    patches: [
      { file: 'ledger.ts', inside: 'insert', find: 'withSignature($record, $books)', replace: '$record' },
    ],
  },
  {
    name: 'signature-not-kept',
    breaks: 'a program releases a proposal, and only the first step asks for a signature',
    patches: [
      {
        file: 'ledger.ts',
        inside: '#save',
        find: 'withSignature($record, $books, $from)',
        replace: '$record',
      },
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
    name: 'budget-per-order',
    breaks: 'the limit of a budget for an order counts for nothing',
    patches: [{ file: 'core/budget.ts', find: 'if ($total > $perOrder) return false;', replace: ';' }],
  },
  {
    name: 'budget-per-month',
    breaks: 'the limit of a budget for a month counts for nothing',
    patches: [
      {
        file: 'core/budget.ts',
        find: 'return $taken !== null && roundMoney($sum, $currency) <= $perMonth;',
        replace: 'return $taken !== null;',
      },
    ],
  },
  {
    name: 'budget-uncounted',
    breaks: 'an order within a budget is not counted in the transaction that stores the next one',
    patches: [
      {
        file: 'core/budget.ts',
        inside: 'takenInMonth',
        find: 'if ($budget?.currency === $currency) $taken = $sum;',
        replace: ';',
      },
    ],
  },
  {
    name: 'budget-account',
    breaks: 'a budget pays for orders of other accounts',
    patches: [
      {
        file: 'core/budget.ts',
        find: '$order.accountId !== $budget.accountId || $agreement.currency !== $budget.currency',
        replace: '$agreement.currency !== $budget.currency',
      },
    ],
  },
  {
    name: 'budget-material',
    breaks: 'a budget pays for any material',
    patches: [
      {
        file: 'core/budget.ts',
        find: 'if ($materials !== null && $others) return false;',
        replace: ';',
      },
    ],
  },
  {
    name: 'budget-unknown-part',
    breaks: 'a budget pays for an order whose total is not known',
    patches: [
      {
        file: 'core/budget.ts',
        find: '$shipping.price === null || $extras.incentives.length > 0',
        replace: '$extras.incentives.length > 0',
      },
      // The check before sending is a second protection.
      { file: 'core/proposals.ts', find: '$budget && { maxTotal: $most }', replace: '{}' },
    ],
  },
  {
    name: 'budget-is-off',
    breaks: 'what a budget signed goes although the budget was taken back',
    patches: [
      {
        file: 'unsigned.ts',
        inside: 'withBudget',
        find: 'if (!$decided || isCovered($ledger, $record)) return $record;',
        replace: 'return record;',
      },
    ],
  },
  {
    name: 'budget-given-back',
    breaks: 'a refusal gives back what an order took before it is compared with the lists',
    patches: [
      {
        file: 'core/budget.ts',
        inside: 'gaveBack',
        find: "$state === 'rejected' && $reconciliation.watchesOf($id) > 0",
        replace: "state === 'rejected'",
      },
    ],
  },
  {
    name: 'budget-in-copy',
    breaks: 'an older copy of the folder has a budget and does not know what it paid since',
    patches: [{ file: 'core/recover.ts', find: 'setBudget($ledger, null);', replace: ';' }],
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
