/**
 * Changes source code by the shape of its syntax tree. A pattern is code in which `$name` stands for any
 * expression, name or statement and `$$name` for the rest of a list; layout, comments and trailing commas do
 * not count. So a renamed variable or a reformatted line does not break a patch. A pattern that does not fit
 * exactly once is an error.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export interface Patch {
  /** The end of the file's path, in `src-main` or `src-shared`; the name alone if it is unique. */
  readonly file: string;
  /** Only inside the function, method, property or variable of this name; left out: anywhere in the file. */
  readonly inside?: string;
  /** An expression, or statements that follow each other. */
  readonly find: string;
  /** May use the `$names` of `find`. */
  readonly replace: string;
}

const root = new URL('../../', import.meta.url).href;

/** The changed source of every patched file, by its URL. Throws if a patch does not fit. */
export function patchedSources(patches: readonly Patch[]): Map<string, string> {
  const sources = new Map<string, string>();
  for (const patch of patches) {
    const url = urlOf(patch.file);
    const source = sources.get(url) ?? readFileSync(fileURLToPath(url), 'utf8');
    sources.set(url, patchSource(source, patch));
  }
  return sources;
}

function urlOf(file: string): string {
  const found = ['src-main', 'src-shared'].flatMap((folder) =>
    readdirSync(fileURLToPath(`${root}${folder}`), { recursive: true, encoding: 'utf8' })
      .filter((path) => `/${path}`.endsWith(`/${file}`))
      .map((path) => `${root}${folder}/${path}`),
  );
  if (found.length !== 1) throw new Error(`${found.length} files are named ${file}`);
  return found[0] as string;
}

type Bindings = Map<string, string>;

/** Throws unless the pattern fits exactly once. */
export function patchSource(source: string, { file, inside, find, replace }: Patch): string {
  const tree = parse(source);
  const pattern = patternOf(find);
  const places = inside === undefined ? [tree] : declarations(tree, inside);
  if (places.length !== 1) throw new Error(`${file} has ${places.length} declarations named ${inside}`);
  const found = [...matches(places[0] as ts.Node, pattern)];
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw new Error(`The patch of ${file} fits ${found.length} times instead of once: ${find}`);
  const text = replace.replace(/\$\$?\w+/g, (name) => only.bindings.get(name) ?? name);
  return source.slice(0, only.start) + text + source.slice(only.end);
}

const parse = (text: string) => ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);

/** One expression, or statements. */
function patternOf(text: string): readonly ts.Node[] {
  // Inside a function, so that `await` and `return` are allowed.
  const [wrapper] = parse(`async function pattern() {\n${text}\n}`).statements;
  const statements = wrapper && ts.isFunctionDeclaration(wrapper) ? (wrapper.body?.statements ?? []) : [];
  const [first, ...more] = statements;
  if (first === undefined) throw new Error('an empty pattern');
  const isExpression = more.length === 0 && ts.isExpressionStatement(first) && !text.trimEnd().endsWith(';');
  if (!isExpression) return [...statements];
  // Parentheses around an object, which would be a block without them.
  const { expression } = first;
  return [ts.isParenthesizedExpression(expression) ? expression.expression : expression];
}

function declarations(tree: ts.Node, name: string): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node) => {
    const isNamed = 'name' in node && (node.name as ts.Node | undefined)?.getText() === name;
    // Finds a `name` also where it is only used, such as in a property access.
    if (
      isNamed &&
      (ts.isFunctionLike(node) || ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node))
    )
      found.push(node);
    node.forEachChild(visit);
  };
  visit(tree);
  return found;
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly bindings: Bindings;
}

function* matches(node: ts.Node, pattern: readonly ts.Node[]): Generator<Match> {
  const children = node.getChildren();
  for (let first = 0; first < children.length; first++) {
    const bindings: Bindings = new Map();
    const last = children[first + pattern.length - 1];
    if (last && pattern.every((part, index) => fits(part, children[first + index] as ts.Node, bindings)))
      yield { start: (children[first] as ts.Node).getStart(), end: last.getEnd(), bindings };
    yield* matches(children[first] as ts.Node, pattern);
  }
}

function fits(pattern: ts.Node, node: ts.Node, bindings: Bindings): boolean {
  const name = wildcardOf(pattern);
  if (name !== null) return bind(name, node.getText(), bindings);
  if (pattern.kind !== node.kind) return false;
  const [wanted, actual] = [childrenOf(pattern), childrenOf(node)];
  if (wanted.length === 0 || actual.length === 0)
    return wanted.length === actual.length && pattern.getText() === node.getText();
  for (const [index, part] of wanted.entries()) {
    const rest = wildcardOf(part);
    if (rest?.startsWith('$$')) {
      const [from, to] = [actual[index], actual.at(-1)];
      const text = from && to ? node.getSourceFile().text.slice(from.getStart(), to.getEnd()) : '';
      return bind(rest, text, bindings);
    }
    const child = actual[index];
    if (child === undefined || !fits(part, child, bindings)) return false;
  }
  return wanted.length === actual.length;
}

/** The name of a wildcard, which may be a whole statement or property. */
function wildcardOf(pattern: ts.Node): string | null {
  const node = ts.isExpressionStatement(pattern)
    ? pattern.expression
    : ts.isShorthandPropertyAssignment(pattern)
      ? pattern.name
      : pattern;
  return ts.isIdentifier(node) && node.text.startsWith('$') ? node.text : null;
}

/** The same name matches the same text everywhere in a pattern. */
function bind(name: string, text: string, bindings: Bindings): boolean {
  const before = bindings.get(name);
  bindings.set(name, text);
  return before === undefined || before === text;
}

/** Without comments, and without a trailing comma, which only depends on layout. */
function childrenOf(node: ts.Node): readonly ts.Node[] {
  const children = node.getChildren().filter((child) => !ts.isJSDoc(child));
  const isTrailing =
    node.kind === ts.SyntaxKind.SyntaxList && children.at(-1)?.kind === ts.SyntaxKind.CommaToken;
  return isTrailing ? children.slice(0, -1) : children;
}
