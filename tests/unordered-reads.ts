/** Finds reads of the database without ORDER BY whose use depends on the order of the rows. */
import ts from 'typescript';
import { walk } from './sources';

/** Methods that keep the order of their list. */
const KEEPS = new Set(['map', 'filter', 'slice', 'flatMap', 'flat', 'reverse', 'toReversed', 'concat']);
const COMPARES = new Set(['toEqual', 'toStrictEqual', 'toMatchObject']);

/**
 * Returns the places of a file, as `path:line`, where a list that was read without ORDER BY is compared with a list of
 * several, destructured into several, or asked for a row other than the first. It follows constants and functions of
 * the same file, but not what another file gives.
 */
export function unorderedReadsIn(source: ts.SourceFile): string[] {
  const found: string[] = [];
  walk(source, (node) => {
    if (listsThatNeedOrder(node).some((list) => isUnordered(list)))
      found.push(`${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
  });
  return found;
}

/** Returns the lists of which this node uses more than the first row. */
function listsThatNeedOrder(node: ts.Node): ts.Expression[] {
  if (ts.isVariableDeclaration(node) && ts.isArrayBindingPattern(node.name))
    return node.name.elements.length > 1 && node.initializer ? [node.initializer] : [];
  if (ts.isElementAccessExpression(node)) return isFirst(node.argumentExpression) ? [] : [node.expression];
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { expression: on, name } = node.expression;
  const [argument] = node.arguments;
  if (!argument) return [];
  if (name.text === 'at') return isFirst(argument) ? [] : [on];
  if (!COMPARES.has(name.text) || !ts.isCallExpression(on) || on.expression.getText() !== 'expect') return [];
  return on.arguments.flatMap((given) => comparedInOrder(given, argument));
}

/** Returns what is compared with a list of several, alone or at its place in a list. */
function comparedInOrder(given: ts.Expression, wanted: ts.Expression): ts.Expression[] {
  if (ts.isArrayLiteralExpression(given) && ts.isArrayLiteralExpression(wanted))
    return given.elements.flatMap((one, at) => comparedInOrder(one, wanted.elements[at] ?? wanted));
  return isListOfSeveral(wanted) ? [given] : [];
}

/** The first row is usually the only one. An index that is not a number is the key of a record. */
const isFirst = (index: ts.Expression): boolean => index.getText() === '0' || !/^-?\d+$/.test(index.getText());

/** Several different elements, or a list from elsewhere. `expect.arrayContaining` requires no order. */
function isListOfSeveral(node: ts.Expression): boolean {
  if (ts.isArrayLiteralExpression(node)) return new Set(node.elements.map((element) => element.getText())).size > 1;
  return ts.isIdentifier(node) || (ts.isCallExpression(node) && !node.getText().startsWith('expect.'));
}

/**
 * Tells whether the rows of an expression come from a read without order that nothing has sorted since. `followed` are
 * the names on the way here: a function that calls itself is followed once.
 */
function isUnordered(node: ts.Expression, followed: readonly ts.Node[] = []): boolean {
  if (ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
    return isUnordered(node.expression, followed);
  if (ts.isIdentifier(node)) {
    const declared = findDeclared(node);
    if (!declared || ts.isFunctionLike(declared) || followed.includes(declared)) return false;
    return isUnordered(declared, [...followed, declared]);
  }
  if (!ts.isCallExpression(node)) return false;
  const calls = callsOf(node);
  if (calls.includes('from') && calls.some((name) => name.startsWith('select'))) return !calls.includes('orderBy');
  if (ts.isPropertyAccessExpression(node.expression))
    return KEEPS.has(node.expression.name.text) && isUnordered(node.expression.expression, followed);
  const called = ts.isIdentifier(node.expression) ? findDeclared(node.expression) : undefined;
  if (!called || !ts.isFunctionLike(called) || followed.includes(called)) return false;
  return answersOf(called).some((answer) => isUnordered(answer, [...followed, called]));
}

/** Returns the names of the methods of a query: `select` and `from` for `db.select().from(users)`. */
function callsOf(node: ts.Expression): string[] {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return [...callsOf(node.expression.expression), node.expression.name.text];
  return ts.isPropertyAccessExpression(node) ? callsOf(node.expression) : [];
}

/** Returns the constant's value or the function that a name stands for where it is used. */
function findDeclared(name: ts.Identifier): ts.Expression | ts.FunctionLikeDeclaration | undefined {
  for (let scope: ts.Node = name.parent; scope; scope = scope.parent) {
    if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) continue;
    for (const statement of scope.statements) {
      if (ts.isFunctionDeclaration(statement) && statement.name?.text === name.text) return statement;
      if (!ts.isVariableStatement(statement)) continue;
      const found = statement.declarationList.declarations.find((one) => one.name.getText() === name.text);
      if (found) return found.initializer;
    }
  }
  return undefined;
}

/** Returns what a function may return. */
function answersOf({ body }: ts.FunctionLikeDeclaration): ts.Expression[] {
  if (!body || !ts.isBlock(body)) return body ? [body] : [];
  const answers: ts.Expression[] = [];
  walk(body, (node) => {
    if (ts.isReturnStatement(node) && node.expression) answers.push(node.expression);
  });
  return answers;
}
