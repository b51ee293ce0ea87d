/**
 * Written schedules in which a program proposes an order, by the name of the broken protocol (mutants.ts).
 */
import { mostProposals } from '../../src-shared/jobs/proposal.ts';
import type { App } from './app.ts';
import { hour, minute, second } from './schedule.ts';
import type { Script, Stage } from './script.ts';

/** The person leaves it, and nobody may send it. */
const left = (
  act: (stage: Stage, app: App) => unknown,
  of: { readonly hasFile: true } | { readonly modelId: number } = { modelId: 3 },
): Script => ({
  lasts: hour,
  meetings: [],
  play: (stage) => {
    stage.person.decision = 'leave';
    inApp(stage, minute, (app) => stage.agents.propose(app, 'agent 1', of));
    inApp(stage, 2 * minute, (app) => act(stage, app));
  },
});

/** What a program does at this time, whether it is refused or not. */
function inApp({ schedule, at }: Stage, ms: number, work: (app: App) => unknown): void {
  at(ms, () => schedule.inApp((app) => void (async () => work(app))().catch(() => {})));
}

const pause = ({ schedule, at }: Stage, ms: number, paused: boolean) =>
  at(ms, () => schedule.inApp((app) => app.queue.setPaused(paused)));

const jobIn = (app: App): string => app.queue.list().find(({ kind }) => kind === 'order')?.id ?? '';

export const scriptsOfAgents: Readonly<Record<string, Script>> = {
  'signature-unasked': left(() => {}),
  'signature-unasked-at-first': left(() => {}),
  'signature-not-kept': left((_, app) => app.queue.retry(jobIn(app))),
  'any-total-signs': left((_, app) => app.queue.confirm(jobIn(app), 0)),
  'program-signs': left(async ({ agents }, app) => {
    // With the exact total, by whatever command.
    for (let count = 0; count < 10; count++) await (async () => agents.sign(app))().catch(() => {});
  }),
  'others-withdraw': left(({ agents }, app) => agents.withdraw(app, 'agent 2')),
  'proposal-uploads': left(() => {}, { hasFile: true }),
  'price-left-open': left(({ agents }, app) => agents.propose(app, 'agent 1', { modelId: 3, isOpen: true })),
  'proposals-pile-up': left(async ({ agents }, app) => {
    for (let count = 0; count < mostProposals; count++) await agents.propose(app, 'agent 1', { modelId: 3 });
  }),

  /** The clock of the computer is put forward while nobody reads it. */
  'signed-too-late': {
    lasts: hour,
    meetings: [],
    play: (stage) => {
      stage.person.decision = 'sign';
      inApp(stage, minute, (app) => stage.agents.propose(app, 'agent 1', { modelId: 3 }));
      stage.at(2 * minute, () => stage.machine.jump(25 * hour));
    },
  },

  /** The price rises a little after the signature. */
  'signature-tolerated': {
    lasts: hour,
    meetings: [],
    play: (stage) => {
      stage.person.decision = 'sign';
      pause(stage, 30 * second, true);
      inApp(stage, minute, (app) => stage.agents.propose(app, 'agent 1', { modelId: 3 }));
      stage.at(6 * minute, () => stage.schedule.setPrice(4.55));
      pause(stage, 15 * minute, false);
    },
  },

  /** It is signed and placed after the folder was copied, and signed once more in the copy. */
  'signed-in-copy': {
    lasts: hour,
    stamped: true,
    meetings: [],
    play: (stage) => {
      const { person, machine, agents, at } = stage;
      person.decision = 'sign';
      pause(stage, 30 * second, true);
      inApp(stage, minute, (app) => agents.propose(app, 'agent 1', { modelId: 3, carriesMark: false }));
      at(2 * minute, () => machine.copyFolder());
      pause(stage, 3 * minute, false);
      at(10 * minute, () => machine.restoreFolder());
      pause(stage, 50 * minute, false);
    },
  },
};
