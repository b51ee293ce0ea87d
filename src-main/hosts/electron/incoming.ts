/**
 * Files and links that the operating system hands to the program, and further starts with them. They may come
 * before the application is ready, on macOS even before Electron is, and wait here until somebody takes them.
 */
import { app } from 'electron';
import type { OpenHow } from '../../open-files.ts';
import { commandsInArguments, filesInArguments, howInArguments, linksInArguments } from './arguments.ts';

/** Without any of these, the person only wants to see the window. */
export interface Start {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** `fabdesk://` links, unchecked. */
  readonly links: readonly string[];
  /** Ids of commands of the window. */
  readonly commands: readonly string[];
  readonly how?: OpenHow;
}

const startOf = (argv: readonly string[], cwd: string): Start => ({
  files: filesInArguments(argv, cwd),
  links: linksInArguments(argv),
  commands: commandsInArguments(argv),
  how: howInArguments(argv, cwd),
});

export class Incoming {
  readonly #early: Start[] = [];
  #take: (start: Start) => void = (start) => void this.#early.push(start);

  /** Create it before `ready`. This start is the first of what comes. */
  constructor(argv: readonly string[], cwd: string) {
    this.#take(startOf(argv, cwd));
    app.on('open-file', (event, path) => {
      event.preventDefault();
      this.#take({ files: [path], links: [], commands: [] });
    });
    app.on('open-url', (event, link) => {
      event.preventDefault();
      this.#take({ files: [], links: [link], commands: [] });
    });
    app.on('second-instance', (_event, secondArgv, secondCwd) => {
      this.#take(startOf(secondArgv, secondCwd));
    });
  }

  /** How this start wants its files opened. */
  get how(): OpenHow {
    return this.#early[0]?.how ?? {};
  }

  /** Files that have come so far. */
  get files(): string[] {
    return this.#early.flatMap(({ files }) => files);
  }

  /** Links that have come so far. */
  get links(): string[] {
    return this.#early.flatMap(({ links }) => links);
  }

  /** From now on `take` gets everything, first what has come so far. */
  handTo(take: (start: Start) => void): void {
    this.#take = take;
    for (const start of this.#early.splice(0)) take(start);
  }
}
