import ts from 'typescript';
import { parse, walk } from './sources';

/** A place in the code that names a text. */
export interface TextReference {
  path: string;
  /** Locale files in which the key is looked up. */
  namespaces: string[];
  /** The key as written; the values of a template literal stand as `*`. */
  key: string;
  /** Whether the text has to exist; false for a word in the code that may be a key. */
  certain: boolean;
  /** Names of the values that the call gives; null where they cannot be seen. */
  values: string[] | null;
}

/** What `t(…)`, `titleKey`, `handle.title` and other words in a source file refer to. */
export function textReferences(path: string): TextReference[] {
  const file = parse(path);
  const namespaces = namespacesOf(file);
  const references: TextReference[] = [];
  const add = (key: string, certain: boolean, inFile: string[], values: string[] | null = null) => {
    const [, namespace, bare] = /^([a-z]+):(.+)$/.exec(key) ?? [];
    references.push({ path, key: bare ?? key, namespaces: namespace ? [namespace] : inFile, certain, values });
  };
  walk(file, (node) => {
    if (isTranslation(node)) {
      for (const key of keysIn(node.arguments[0])) add(key, true, namespaces, valuesIn(node.arguments[1]));
    } else if (isKeyProperty(node)) {
      const inFile = isInHandle(node) ? ['common'] : ['common', ...namespaces];
      for (const key of keysIn(node.initializer)) add(key, true, inFile);
    } else if (ts.isStringLiteralLike(node) && /^([a-z]+:)?[a-z]\w*(\.\w+)+$|^[a-z]+:[a-z]\w*$/.test(node.text)) {
      add(node.text, false, ['common', ...namespaces]);
    } else if (ts.isTemplateExpression(node) && /^([a-z]+:)?[a-z]\w*\.$/.test(node.head.text)) {
      for (const key of keysIn(node)) add(key, false, ['common', ...namespaces]);
    }
  });
  return references;
}

/** First arguments of `useTranslation`; without one, `common`. */
function namespacesOf(file: ts.SourceFile): string[] {
  const found = new Set<string>();
  walk(file, (node) => {
    if (!ts.isCallExpression(node) || node.expression.getText(file) !== 'useTranslation') return;
    const [first] = node.arguments;
    const elements = first && ts.isArrayLiteralExpression(first) ? [...first.elements] : first ? [first] : [];
    const names = elements.filter(ts.isStringLiteralLike).map((element) => element.text);
    for (const name of names.length > 0 ? names : ['common']) found.add(name);
  });
  return found.size > 0 ? [...found] : ['common'];
}

function isTranslation(node: ts.Node): node is ts.CallExpression {
  if (!ts.isCallExpression(node)) return false;
  const { expression } = node;
  return ts.isIdentifier(expression)
    ? expression.text === 't'
    : ts.isPropertyAccessExpression(expression) && expression.name.text === 't';
}

/** `titleKey: …`, `labelKey="…"`, and `title: …` of a route's `handle`. */
function isKeyProperty(node: ts.Node): node is ts.PropertyAssignment | ts.JsxAttribute {
  if (!ts.isPropertyAssignment(node) && !ts.isJsxAttribute(node)) return false;
  const name = node.name.getText();
  return /^\w+Key$/.test(name) || name === 'i18nKey' || (name === 'title' && isInHandle(node));
}

function isInHandle(node: ts.Node): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (ts.isVariableDeclaration(at)) return at.name.getText() === 'handle';
    if (ts.isFunctionLike(at)) return false;
  }
  return false;
}

/** Every key that an expression can be seen to give. */
function keysIn(node: ts.Node | undefined): string[] {
  if (!node) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    const pattern = node.head.text + node.templateSpans.map((span) => `*${span.literal.text}`).join('');
    return pattern.replace(/\*/g, '').length > 1 ? [pattern] : [];
  }
  if (ts.isConditionalExpression(node)) return [...keysIn(node.whenTrue), ...keysIn(node.whenFalse)];
  if (ts.isBinaryExpression(node)) return [...keysIn(node.left), ...keysIn(node.right)];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return keysIn(node.expression);
  if (ts.isJsxExpression(node)) return keysIn(node.expression);
  return [];
}

function valuesIn(node: ts.Node | undefined): string[] | null {
  if (!node) return [];
  if (!ts.isObjectLiteralExpression(node) || node.properties.some(ts.isSpreadAssignment)) return null;
  return node.properties.map((property) => property.name?.getText() ?? '');
}
