/**
 * Finds texts for people outside the catalogue, and the message keys that the code uses. Svelte's own parser
 * reads both templates and TypeScript, so that one walk serves all files.
 */
import { parse } from 'svelte/compiler';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

export interface FoundText {
  readonly line: number;
  readonly text: string;
}

export interface Findings {
  readonly texts: readonly FoundText[];
  /** String literals, which may be keys; `*` stands for the inserted values of a template. */
  readonly literals: ReadonlySet<string>;
}

/** Attributes and properties whose values people read. */
const textNames = new Set(
  `alt advice aria-description aria-label aria-placeholder aria-roledescription caption confirm description detail
  empty error explanation group headline heading help hint label legend message name next note placeholder problem
  reason sentence severityText suffix summary text title tooltip unknown verb what`.split(/\s+/),
);
/** Errors of these kinds are for programmers. */
const programErrors = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'SyntaxError',
  'AbortError',
  'DOMException',
  // The cause of an error that people read.
  'XmlError',
]);
/** Calls whose texts people do not read: logs, statements of SQL, selectors. */
const machineCalls = new Set(
  `debug exec execScript getAttribute info log matchMedia matches pragma prepare querySelector querySelectorAll
  closest error report sql startsWith endsWith includes warn write`.split(/\s+/),
);

/** An example command is the same in every language. */
const isCommandLine = (text: string): boolean => text.startsWith('fabdesk ');
const hasLetters = (text: string): boolean => /\p{L}{2}/u.test(text);
const isProse = (text: string): boolean =>
  /\p{L}{2,}[,;:]? \(?\p{L}{2,}|^\p{Lu}\p{Ll}+ \p{L}|\p{L}{3,}\.$/u.test(text);
const isCapitalised = (text: string): boolean => /^\p{Lu}\p{Ll}{2,}$/u.test(text);
/** SQL, queries and rules of CSS, shaders, markup, and HTTP headers. */
const isCode = (text: string): boolean =>
  /^\s*\(?(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|BEGIN|COMMIT|ROLLBACK|WITH|SAVEPOINT|RELEASE|ATTACH|VACUUM)\b/i.test(
    text,
  ) ||
  /^\([a-z-]+: |:not\(|^(footer|form|header) [a-z]|gradient\(|^\s*<[!?/\w]|^:root\{|^#include|void main\(|;\n/.test(
    text,
  ) ||
  /\b(WHERE|AND) \w+ (=|IN\b)|^(text|application)\/[\w.-]+; charset=|^(Basic|Bearer) |^HTTP\/1\.1 |; HttpOnly|^[a-z]+-src /.test(
    text,
  );

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

export function findTexts(file: string, source: string, allowed: ReadonlySet<string>): Findings {
  const isTemplate = file.endsWith('.svelte');
  const before = '<script lang="ts">';
  const code = isTemplate ? source : `${before}${source.replace(/^#!.*/, '')}\n</script>`;
  const tree = parse(code, { modern: true }) as unknown as Record<string, unknown>;
  const shift = isTemplate ? 0 : before.length;
  const texts: FoundText[] = [];
  const literals = new Set<string>();
  const readsCapitals = /^src-renderer\/|^src-main\/hosts\/cli\//.test(file);

  function add(node: Node, text: string): void {
    const trimmed = text.trim();
    if (allowed.has(trimmed)) return;
    const line = source.slice(0, Math.max(0, node.start - shift)).split('\n').length;
    texts.push({ line, text: trimmed });
  }

  /** `shown`: people see the value in the end. */
  function visit(node: Node, shown: boolean, name: string | null): void {
    switch (node.type) {
      case 'Text':
        if (shown && hasLetters(String(node['data']))) add(node, String(node['data']));
        return;
      case 'Comment':
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'StyleSheet':
        return;
      case 'Attribute':
        if (node['name'] === 'class') {
          each(node, false, 'sql', ['value']);
          return;
        }
        // The name of a form field is for programs.
        each(node, node['name'] !== 'name' && textNames.has(String(node['name'])), String(node['name']), [
          'value',
        ]);
        return;
      case 'RegularElement':
      case 'Component':
      case 'SvelteElement':
      case 'SvelteComponent':
      case 'SvelteHead':
      case 'TitleElement':
        each(node, false, null, ['attributes', 'expression', 'tag']);
        each(node, true, null, ['fragment']);
        return;
      case 'Fragment':
        each(node, true, null);
        return;
      case 'ExpressionTag':
      case 'HtmlTag':
        each(node, shown, name);
        return;
      case 'IfBlock':
        each(node, false, null, ['test']);
        each(node, true, null, ['consequent', 'alternate']);
        return;
      case 'Literal':
        literal(node, shown, name);
        return;
      case 'TemplateLiteral':
        template(node, shown, name);
        return;
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
        each(node, shown, name, ['expression']);
        return;
      case 'ConditionalExpression':
        each(node, false, null, ['test']);
        each(node, shown, name, ['consequent', 'alternate']);
        return;
      case 'LogicalExpression':
        each(node, shown, name);
        return;
      case 'BinaryExpression':
        each(node, shown && node['operator'] === '+', name);
        return;
      case 'CallExpression':
      case 'NewExpression':
        call(node);
        return;
      case 'Property':
      case 'PropertyDefinition':
        if (node['computed'] === true) each(node, false, null, ['key']);
        each(node, false, keyName(node['key']), ['value']);
        return;
      case 'VariableDeclarator':
        each(node, false, null, ['id', 'init']);
        return;
      case 'AssignmentPattern':
        each(node, textNames.has(keyName(node['left']) ?? ''), null, ['right']);
        return;
      case 'TaggedTemplateExpression':
        each(node, false, 'sql', ['quasi']);
        return;
      default:
        // Types contain no texts.
        if (node.type.startsWith('TS')) return;
        each(node, false, node.type === 'ArrayExpression' ? name : null);
    }
  }

  function call(node: Node): void {
    const callee = node['callee'];
    const called = isNode(callee) ? (keyName(callee['property']) ?? keyName(callee)) : null;
    const silent =
      called !== null &&
      (machineCalls.has(called) || (node.type === 'NewExpression' && programErrors.has(called)));
    each(node, false, null, ['callee']);
    each(node, false, silent ? 'sql' : null, ['arguments']);
  }

  function literal(node: Node, shown: boolean, name: string | null): void {
    const { value } = node as { value?: unknown };
    if (typeof value !== 'string') return;
    literals.add(value);
    if (name === 'sql' || isCode(value) || isCommandLine(value)) return;
    const isText =
      (shown && hasLetters(value)) ||
      isProse(value) ||
      (name !== null && readsCapitals && isCapitalised(value));
    if (isText) add(node, value);
  }

  function template(node: Node, shown: boolean, name: string | null): void {
    const parts = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
    literals.add(parts.join('*'));
    each(node, false, null, ['expressions']);
    const joined = parts.join('0');
    if (name === 'sql' || isCode(joined) || isCommandLine(joined)) return;
    const hasWord = parts.some((part) => /(^|\s)\p{L}{3,}(?=$|[\s.,:])/u.test(part) && /\s/.test(part));
    if ((shown && parts.some(hasLetters)) || isProse(joined) || (parts.length > 1 && hasWord))
      add(node, parts.join('…'));
  }

  function each(node: Node, shown: boolean, name: string | null, fields?: readonly string[]): void {
    for (const [field, value] of Object.entries(node)) {
      if (fields ? !fields.includes(field) : field === 'parent' || field === 'metadata') continue;
      if (isNode(value)) visit(value, shown, name);
      else if (Array.isArray(value)) for (const item of value) if (isNode(item)) visit(item, shown, name);
    }
  }

  for (const part of ['module', 'instance'] as const) {
    const script = tree[part];
    if (isNode(script) && isNode(script['content'])) visit(script['content'], false, null);
  }
  if (isNode(tree['fragment'])) visit(tree['fragment'], true, null);
  return { texts, literals };
}

const keyName = (key: unknown): string | null =>
  isNode(key) && typeof (key['name'] ?? key['value']) === 'string'
    ? String(key['name'] ?? key['value'])
    : null;
