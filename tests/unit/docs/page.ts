/** Finds headings and table rows in a Markdown page, for citations such as `Endpoints > Price`. */

interface Section {
  readonly level: number;
  readonly title: string;
  /** The names in the first cells of its tables, without those of sections below it. */
  readonly rows: readonly string[];
}

interface Page {
  /**
   * True if each part of the path names a heading below the previous one, at any depth. The last part may
   * also be a name in the first cell of a table row. A heading may be cited by the text before its colon.
   */
  has(path: string): boolean;
}

const plain = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('`', '').trim();

export function readPage(markdown: string): Page {
  const sections: (Section & { rows: string[] })[] = [];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    if (isCode) continue;
    const [, marks, title] = /^(#+) (.*)$/.exec(line) ?? [];
    if (marks && title) sections.push({ level: marks.length, title: plain(title), rows: [] });
    const [, cell] = /^\| ([^|]+) \|/.exec(line) ?? [];
    if (cell) sections.at(-1)?.rows.push(plain(cell), ...cell.split(', ').map(plain));
  }

  const isNamed = ({ title }: Section, name: string) => title === name || title.split(':')[0] === name;

  function below(at: number): { from: number; to: number } {
    const level = sections[at]?.level ?? 0;
    const next = sections.findIndex((section, index) => index > at && section.level <= level);
    return { from: at + 1, to: next === -1 ? sections.length : next };
  }

  function find(names: readonly string[], from: number, to: number): boolean {
    const [name = '', ...rest] = names;
    for (let at = from; at < to; at++) {
      const section = sections[at];
      if (!section) continue;
      if (rest.length === 0 && section.rows.includes(name)) return true;
      if (!isNamed(section, name)) continue;
      if (rest.length === 0) return true;
      if (rest.length === 1 && section.rows.includes(rest[0] ?? '')) return true;
      const inner = below(at);
      if (find(rest, inner.from, inner.to)) return true;
    }
    return false;
  }

  return { has: (path) => find(path.split(' > '), 0, sections.length) };
}
