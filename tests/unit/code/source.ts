/**
 * What a source file says besides its code: its comments, the names that it declares, and those that it
 * exports. Reads TypeScript and JavaScript by their syntax tree, and of Svelte the scripts so and the rest by
 * its comment signs.
 */
import ts from 'typescript';

export interface Comment {
  /** From 1. */
  readonly line: number;
  /** As one line, without signs and stars. Lines of `//` that follow each other are one comment. */
  readonly text: string;
  /** Numbers of the lines on which it stands, from 1. */
  readonly lines: readonly number[];
}

export interface Source {
  readonly comments: readonly Comment[];
  /** Names that the file itself gives: variables, functions, types, members, parameters. */
  readonly names: readonly { readonly line: number; readonly name: string }[];
  /** Functions, constants and classes that it exports; not types, and not what it only passes on. */
  readonly exports: readonly string[];
}

export function readSource(path: string, text: string): Source {
  if (/\.(ts|mjs|cjs)$/.test(path)) return readScript(text);
  // Everything outside of the scripts is blank in the one copy, and the scripts in the other; line numbers
  // stay.
  const scripts = /(<script[^>]*>)([\s\S]*?)(<\/script>)/g;
  let script = '';
  let end = 0;
  for (const match of text.matchAll(scripts)) {
    const [all, open = '', code = ''] = match;
    script += blank(text.slice(end, match.index) + open) + code;
    end = match.index + all.length - (match[3]?.length ?? 0);
  }
  script += blank(text.slice(end));
  const rest = text.replace(scripts, blank);
  const read = readScript(script);
  return { ...read, comments: [...read.comments, ...commentsIn(rest, /<!--[\s\S]*?-->|\/\*[\s\S]*?\*\//g)] };
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

function readScript(text: string): Source {
  const tree = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const lineAt = (position: number) => tree.getLineAndCharacterOfPosition(position).line + 1;
  const names: { line: number; name: string }[] = [];
  const exports: string[] = [];
  const literals: (readonly [from: number, to: number])[] = [];

  function visit(node: ts.Node): void {
    if (ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node) || isTemplatePart(node))
      literals.push([node.getStart(), node.end]);
    const name = (node as { readonly name?: ts.Node }).name;
    if ((ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && isDeclaration(node))
      names.push({ line: lineAt(node.getStart()), name: node.text });
    if (name && (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isEnumDeclaration(node)))
      if (isExported(node)) exports.push(...boundNames(name));
    ts.forEachChild(node, visit);
  }
  visit(tree);
  for (const statement of tree.statements) {
    if (ts.isVariableStatement(statement) && isExported(statement))
      exports.push(
        ...statement.declarationList.declarations.flatMap(({ name: declared }) => boundNames(declared)),
      );
  }

  const code = text.split('');
  for (const [from, to] of literals) for (let at = from; at < to; at++) if (code[at] !== '\n') code[at] = ' ';
  return { comments: commentsIn(code.join(''), /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, text), names, exports };
}

const isTemplatePart = (node: ts.Node): boolean =>
  ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);

/** True for the name in a declaration, not for its uses. */
function isDeclaration(node: ts.Identifier | ts.PrivateIdentifier): boolean {
  const parent = node.parent as ts.Node & { readonly name?: ts.Node; readonly propertyName?: ts.Node };
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) return false;
  if (ts.isImportSpecifier(parent)) return parent.propertyName !== undefined && parent.name === node;
  return parent.name === node;
}

const isExported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);

const boundNames = (name: ts.Node): string[] => {
  if (ts.isIdentifier(name)) return [name.text];
  if (ts.isObjectBindingPattern(name) || ts.isArrayBindingPattern(name))
    return name.elements.flatMap((element) =>
      ts.isOmittedExpression(element) ? [] : boundNames(element.name),
    );
  return [];
};

/** `pattern` finds comments in `code`; `text` has them as they are, at the same positions. */
function commentsIn(code: string, pattern: RegExp, text = code): Comment[] {
  const comments: (Comment & { readonly isSlashes: boolean })[] = [];
  let [line, counted] = [1, 0];
  for (const { 0: found, index } of code.matchAll(pattern)) {
    line += text.slice(counted, index).split('\n').length - 1;
    counted = index;
    const raw = text.slice(index, index + found.length);
    const lines = raw.split('\n').map((_, at) => line + at);
    const isSlashes = raw.startsWith('//');
    const isAlone = text.slice(text.lastIndexOf('\n', index - 1) + 1, index).trim() === '';
    const previous = comments.at(-1);
    const said = plain(raw);
    if (isSlashes && isAlone && previous?.isSlashes && previous.lines.at(-1) === line - 1) {
      comments[comments.length - 1] = {
        ...previous,
        text: `${previous.text} ${said}`,
        lines: [...previous.lines, line],
      };
    } else comments.push({ line, text: said, lines, isSlashes: isSlashes && isAlone });
  }
  return comments;
}

const plain = (comment: string): string =>
  comment
    .replace(/^(?:\/\*+|\/\/+|<!--)|(?:\*\/|-->)$/g, '')
    .replace(/^\s*\*+ ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
