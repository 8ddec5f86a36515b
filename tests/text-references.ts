import ts from 'typescript';
import { checkedFile, parse, walk } from './sources';

/** A place in the code that names a text. */
export interface TextReference {
  path: string;
  /** Locale files in which the key is looked up. */
  namespaces: string[];
  /** For a template literal: each key that the types of its values allow. A value of any other type becomes `*`. */
  key: string;
  /** Whether the text must exist. False for a word in the code that may be a key. */
  certain: boolean;
  /** Names of the values that the call gives, or null if they cannot be seen. */
  values: string[] | null;
}

/** Returns the texts that `t(…)`, `titleKey`, `handle.title` and other words in a source file refer to. */
export function textReferences(path: string): TextReference[] {
  const { file, checker } = checkedFile(path);
  const namespaces = namespacesOf(file);
  const references: TextReference[] = [];
  const add = (key: string, certain: boolean, inFile: string[], values: string[] | null = null) => {
    const [, namespace, bare] = /^([a-z]+):(.+)$/.exec(key) ?? [];
    references.push({ path, key: bare ?? key, namespaces: namespace ? [namespace] : inFile, certain, values });
  };
  walk(file, (node) => {
    if (isTranslation(node)) {
      for (const key of keysIn(node.arguments[0], checker)) add(key, true, namespaces, valuesIn(node.arguments[1]));
    } else if (isKeyProperty(node)) {
      const inFile = isInHandle(node) ? ['common'] : ['common', ...namespaces];
      for (const key of keysIn(node.initializer, checker)) add(key, true, inFile);
    } else if (ts.isStringLiteralLike(node) && /^([a-z]+:)?[a-z]\w*(\.\w+)+$|^[a-z]+:[a-z]\w*$/.test(node.text)) {
      add(node.text, false, ['common', ...namespaces]);
    } else if (ts.isTemplateExpression(node) && /^([a-z]+:)?[a-z]\w*\.$/.test(node.head.text)) {
      for (const key of keysIn(node, checker)) add(key, false, ['common', ...namespaces]);
    }
  });
  return references;
}

/** Returns the locale files in the `handle` of a route. */
export const namedFiles = (path: string) =>
  stringsIn(path, (node) => ts.isPropertyAssignment(node) && node.name.getText() === 'i18n' && isInHandle(node));

/**
 * Returns the locale files that a component loads itself with `useTexts`, because pages that do not name them may show
 * it.
 */
export const waitedFiles = (path: string) =>
  stringsIn(path, (node) => ts.isCallExpression(node) && node.expression.getText() === 'useTexts');

function stringsIn(path: string, isWanted: (node: ts.Node) => boolean): string[] {
  const found: string[] = [];
  walk(parse(path), (node) => {
    if (isWanted(node)) walk(node, (inner) => ts.isStringLiteral(inner) && found.push(inner.text));
  });
  return found;
}

/** Returns the first arguments of `useTranslation`, or `common` without one. */
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

/** Tells whether a node is `titleKey: …`, `labelKey="…"`, or `title: …` of a route's `handle`. */
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

/** Returns every key that an expression can visibly give. */
function keysIn(node: ts.Node | undefined, checker: ts.TypeChecker): string[] {
  if (!node) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    const keys = templateKeys(node, checker);
    return keys.filter((key) => key.replace(/\*/g, '').length > 1);
  }
  const within = (...parts: ts.Node[]) => parts.flatMap((part) => keysIn(part, checker));
  if (ts.isConditionalExpression(node)) return within(node.whenTrue, node.whenFalse);
  if (ts.isBinaryExpression(node)) return within(node.left, node.right);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return within(node.expression);
  if (ts.isJsxExpression(node)) return keysIn(node.expression, checker);
  return [];
}

const templateKeys = ({ head, templateSpans }: ts.TemplateExpression, checker: ts.TypeChecker): string[] =>
  templateSpans.reduce(
    (beginnings, { expression, literal }) =>
      beginnings.flatMap((beginning) =>
        wordsOf(checker.getTypeAtLocation(expression)).map((word) => beginning + word + literal.text),
      ),
    [head.text],
  );

/** The values of a type of literals; `*` for any other type. */
function wordsOf(type: ts.Type): string[] {
  const types = type.isUnion() ? type.types : [type];
  return types.every((one) => one.isStringLiteral()) ? types.map(({ value }) => value) : ['*'];
}

function valuesIn(node: ts.Node | undefined): string[] | null {
  if (!node) return [];
  if (!ts.isObjectLiteralExpression(node) || node.properties.some(ts.isSpreadAssignment)) return null;
  return node.properties.map((property) => property.name?.getText() ?? '');
}
