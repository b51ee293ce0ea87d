/**
 * `npm run simulate -- --seeds N [--from S] [--seed X --trace] [--mutants] [--mutant NAME] [--script NAME
 * --trace] [--processes P] [--agents]` `--agents`: programs propose orders in every schedule. `--script`
 * plays a written schedule (scripts.ts). `--mutants` searches the first seed that catches each mutant, or the
 * one of `--mutant`. Runs the real queue through N schedules of faults and prints what came of them; exits
 * with 1 if anything was lost, duplicated, wrong or stuck.
 */
import { emptyTally, prepare, readCommand, type Tally } from './command.ts';
import { mutants } from './mutants.ts';
import { runSpread, runTask } from './processes.ts';

const command = readCommand(process.argv.slice(2));

if (command.seed !== null || command.script !== null) await showOne(command.seed ?? 1);
else if (command.mutants) await showMutants();
else await showMany();

async function showOne(seed: number): Promise<void> {
  await prepare(command.mutant);
  const { runSeed, isBad } = await import('./run.ts');
  const { scripts } = await import('./scripts.ts');
  const script = scripts[command.script ?? ''] ?? null;
  const { trace, hash, findings } = await runSeed(seed, true, script, command.agents);
  const again = await runSeed(seed, false, script, command.agents);
  // The lines from a little before the first thing that can have gone wrong; all of them with --trace.
  console.log((command.trace ? trace : trace?.filter((line) => !/ meets | job /.test(line)))?.join('\n'));
  console.log(
    `\nseed ${seed}, trace ${hash}${again.hash === hash ? '' : `, NOT the same again: ${again.hash}`}`,
  );
  console.log(JSON.stringify(findings, null, 2));
  process.exitCode = isBad(findings) || again.hash !== hash ? 1 : 0;
}

async function showMany(): Promise<void> {
  const before = Date.now();
  const tally = await runSpread({
    from: command.from,
    seeds: command.seeds,
    processes: command.processes,
    mutant: command.mutant,
    hasAgents: command.agents,
    onProgress: ({ schedules, bad }) =>
      process.stderr.write(
        `${schedules} of ${command.seeds} schedules, first bad seed: ${bad[0]?.seed ?? 'none'}\n`,
      ),
  });
  show(tally, (Date.now() - before) / 1000);
  process.exitCode = tally.firstBad === null ? 0 : 1;
}

function show(tally: Tally, seconds: number): void {
  console.log(
    '| schedules | jobs | crashes | lost | duplicated | wrong | stuck | other violations | asked | asked, plain terms | asked, not shown | mistaken, no mark | assumption broken: shown or asked |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|---|---|---|');
  const {
    schedules,
    jobs,
    crashes,
    lost,
    duplicated,
    wrong,
    stuck,
    violations,
    asked,
    plain,
    plainAsked,
    unseen,
    mistaken,
    admitted,
    broken,
  } = tally;
  console.log(
    `| ${[schedules, jobs, crashes, lost, duplicated, wrong, stuck, violations, asked, `${plainAsked} in ${plain}`, unseen, mistaken, `${admitted} in ${broken}`].join(' | ')} |`,
  );
  console.log(
    `\n${tally.agents} programs proposed orders and made ${tally.agentCalls} calls; seeds ${command.from} to ${command.from + command.seeds - 1}, traces ${tally.hash}, ${seconds.toFixed(0)} s (${(schedules / seconds).toFixed(0)} a second)`,
  );
  for (const { seed, messages } of tally.bad) {
    console.log(
      `\nseed ${seed}  (npm run simulate -- --seed ${seed} ${command.agents ? '--agents ' : ''}--trace)`,
    );
    for (const word of messages) console.log(`  ${word}`);
  }
}

async function showMutants(): Promise<void> {
  console.log('| mutant | what is broken | first bad seed |');
  console.log('|---|---|---|');
  const waiting = mutants.filter(({ name }) => command.mutant === null || name === command.mutant);
  const missed: string[] = [];
  const work = async () => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const { name, breaks } = mutant;
      const from = command.from;
      const drawn = { from, end: from + command.seeds };
      const written = { from: 1, end: 2, script: name };
      const task = {
        mutant: name,
        step: 1,
        stopAtFirst: true,
        hasAgents: command.agents,
        ...(mutant.seed === undefined ? written : drawn),
      };
      const tally = await runTask(task).catch((thrown: unknown) => {
        console.log(`| ${name} | | ${String(thrown).slice(0, 600)} |`);
        return emptyTally();
      });
      if (tally.firstBad === null) missed.push(name);
      console.log(
        `| ${name} | ${breaks} | ${tally.firstBad === null ? `none in ${command.seeds}` : mutant.seed === undefined ? 'written' : tally.firstBad}${tally.bad[0] ? `: ${tally.bad[0].messages[0]?.slice(0, 90)}` : ''} |`,
      );
    }
  };
  await Promise.all(Array.from({ length: command.processes }, work));
  if (missed.length > 0) console.log(`\nNot caught: ${missed.join(', ')}.`);
  process.exitCode = missed.length > 0 ? 1 : 0;
}
