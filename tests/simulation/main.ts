/**
 * `npm run simulate -- --seeds N [--from S] [--seed X --trace] [--mutants | --mutant NAME] [--processes P]`
 * Runs the real queue through N schedules of faults and prints what came of them; exits with 1 where anything was
 * lost, duplicated, wrong or stuck.
 */
import { emptyTally, prepare, readCommand, type Tally } from './command.ts';
import { mutants } from './mutants.ts';
import { runSpread, runTask } from './processes.ts';

const wish = readCommand(process.argv.slice(2));

if (wish.seed !== null) await showOne(wish.seed);
else if (wish.mutants) await showMutants();
else await showMany();

async function showOne(seed: number): Promise<void> {
  await prepare(wish.mutant);
  const { runSeed, isBad } = await import('./run.ts');
  const { trace, hash, judgement } = await runSeed(seed, true);
  const again = await runSeed(seed);
  // The lines from a little before the first thing that can have gone wrong; all of them with --trace.
  console.log((wish.trace ? trace : trace?.filter((line) => !/ meets | job /.test(line)))?.join('\n'));
  console.log(
    `\nseed ${seed}, trace ${hash}${again.hash === hash ? '' : `, NOT the same again: ${again.hash}`}`,
  );
  console.log(JSON.stringify(judgement, null, 2));
  process.exitCode = isBad(judgement) || again.hash !== hash ? 1 : 0;
}

async function showMany(): Promise<void> {
  const before = Date.now();
  const tally = await runSpread({
    from: wish.from,
    seeds: wish.seeds,
    processes: wish.processes,
    mutant: wish.mutant,
    onProgress: ({ schedules, bad }) =>
      process.stderr.write(
        `${schedules} of ${wish.seeds} schedules, first bad seed: ${bad[0]?.seed ?? 'none'}\n`,
      ),
  });
  show(tally, (Date.now() - before) / 1000);
  process.exitCode = tally.firstBad === null ? 0 : 1;
}

function show(tally: Tally, seconds: number): void {
  console.log(
    '| schedules | jobs | crashes | lost | duplicated | wrong | stuck | other violations | asked | asked, plain terms | asked, not shown | mistaken, no mark |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|---|---|');
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
  } = tally;
  console.log(
    `| ${[schedules, jobs, crashes, lost, duplicated, wrong, stuck, violations, asked, `${plainAsked} in ${plain}`, unseen, mistaken].join(' | ')} |`,
  );
  console.log(
    `\nseeds ${wish.from} to ${wish.from + wish.seeds - 1}, traces ${tally.hash}, ${seconds.toFixed(0)} s (${(schedules / seconds).toFixed(0)} a second)`,
  );
  for (const { seed, words } of tally.bad) {
    console.log(`\nseed ${seed}  (npm run simulate -- --seed ${seed} --trace)`);
    for (const word of words) console.log(`  ${word}`);
  }
}

async function showMutants(): Promise<void> {
  console.log('| mutant | what is broken | first bad seed |');
  console.log('|---|---|---|');
  const waiting = [...mutants];
  const missed: string[] = [];
  const work = async () => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const { name, breaks } = mutant;
      const from = wish.from;
      const task = { mutant: name, from, end: from + wish.seeds, step: 1, stopAtFirst: true };
      const tally = await runTask(task).catch((thrown: unknown) => {
        console.log(`| ${name} | | ${String(thrown).slice(0, 600)} |`);
        return emptyTally();
      });
      if (tally.firstBad === null) missed.push(name);
      console.log(
        `| ${name} | ${breaks} | ${tally.firstBad ?? `none in ${wish.seeds}`}${tally.bad[0] ? `: ${tally.bad[0].words[0]?.slice(0, 90)}` : ''} |`,
      );
    }
  };
  await Promise.all(Array.from({ length: wish.processes }, work));
  if (missed.length > 0) console.log(`\nNot caught: ${missed.join(', ')}.`);
  process.exitCode = missed.length > 0 ? 1 : 0;
}
