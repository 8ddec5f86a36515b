/** The product's own source files as syntax trees, for the tests of structure and texts. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Returns the `.ts` and `.tsx` files in `folder`, or `folder` itself if it is one. Paths start at the project's folder
 * and use `/`.
 */
export function listSources(folder: string): string[] {
  return listFiles(folder).filter((path) => /\.tsx?$/.test(path));
}

export function listFiles(path: string): string[] {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full).flatMap((name) => listFiles(`${path}/${name}`));
}

/** Tells whether a file is a test or only tests use it. */
export const isTest = (path: string) => path.startsWith('tests/') || /\.(test|testing|spec)\.tsx?$/.test(path);

export function parse(path: string): ts.SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true, kind);
}

let program: ts.Program | undefined;

/** A source file with the types of the whole product, which take seconds to read once. */
export function checkedFile(path: string): { file: ts.SourceFile; checker: ts.TypeChecker } {
  program ??= readProgram();
  const file = program.getSourceFile(join(root, path));
  if (!file) throw new Error(`tsconfig.json does not include ${path}`);
  return { file, checker: program.getTypeChecker() };
}

function readProgram(): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return ts.createProgram(fileNames, options);
}

/** Calls `visit` for every node of the tree. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

export interface Import {
  from: string;
  /** The path from the project's folder. */
  to: string;
  /** The import does not exist at run time. */
  typeOnly: boolean;
}

/** Returns imports and re-exports of the project's own files, static and dynamic. */
export function importsOf(path: string): Import[] {
  const imports: Import[] = [];
  walk(parse(path), (node) => {
    const found = specifierOf(node);
    const to = found && resolve(path, found.specifier);
    if (to) imports.push({ from: path, to, typeOnly: found.typeOnly });
  });
  return imports;
}

function specifierOf(node: ts.Node): { specifier: string; typeOnly: boolean } | undefined {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    return { specifier: node.moduleSpecifier.text, typeOnly: isTypeOnly(node.importClause) };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
    return { specifier: node.moduleSpecifier.text, typeOnly: node.isTypeOnly };
  }
  const [argument] =
    ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments : [];
  if (argument && ts.isStringLiteral(argument)) return { specifier: argument.text, typeOnly: false };
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
    return { specifier: node.argument.literal.text, typeOnly: true };
  }
  return undefined;
}

/** Tells whether an import is `import type …`, or marks every name in braces `type`. */
function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.isTypeOnly) return true;
  const names = clause.namedBindings;
  if (clause.name || !names || !ts.isNamedImports(names)) return false;
  return names.elements.length > 0 && names.elements.every((element) => element.isTypeOnly);
}

function resolve(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const base = join(root, dirname(from), specifier.replace(/\?.*$/, ''));
  const file = ['', '.ts', '.tsx', '.mjs', '/index.ts', '/index.tsx']
    .map((ending) => base + ending)
    .find((candidate) => existsSync(candidate) && statSync(candidate).isFile());
  return file && relative(root, file).split(sep).join('/');
}
