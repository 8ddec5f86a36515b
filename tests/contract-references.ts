import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pino from 'pino';
import ts from 'typescript';
import { startUpstream } from '../upstream/server';
import { parse, walk } from './sources';

/** Returns the contract calls that the files name, as `identity.login`. */
export function contractReferences(paths: string[]): Set<string> {
  return new Set(paths.flatMap(referencesIn));
}

function referencesIn(path: string): string[] {
  const file = parse(path);
  const found: string[] = [];
  /** The module of the contract for each local name. */
  const modules = new Map<string, string>();
  walk(file, (node) => {
    if (ts.isImportDeclaration(node)) found.push(...readImport(node, modules));
    else if (ts.isPropertyAccessExpression(node)) found.push(...readAccess(node, modules));
  });
  return found;
}

/** Reads `import * as identity from '…/contract/identity'`, and calls that are imported by name. */
function readImport(node: ts.ImportDeclaration, modules: Map<string, string>): string[] {
  const specifier = ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : '';
  const names = node.importClause?.namedBindings;
  if (!/\/contract\/\w+$/.test(specifier) || !names) return [];
  const module = basename(specifier);
  if (ts.isNamespaceImport(names)) {
    modules.set(names.name.text, module);
    return [];
  }
  return names.elements.map(({ name, propertyName }) => `${module}.${(propertyName ?? name).text}`);
}

/** Reads `identity.login` after a namespace import, or `contract.identity.login`. */
function readAccess(node: ts.PropertyAccessExpression, modules: Map<string, string>): string[] {
  const owner = node.expression;
  if (ts.isIdentifier(owner)) {
    const module = modules.get(owner.text);
    return module ? [`${module}.${node.name.text}`] : [];
  }
  const isContract =
    ts.isPropertyAccessExpression(owner) && ts.isIdentifier(owner.expression) && owner.expression.text === 'contract';
  return isContract ? [`${owner.name.text}.${node.name.text}`] : [];
}

/** Returns the paths and methods in the OpenAPI document of a running upstream. */
export async function describedPaths(): Promise<Record<string, object>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'almende-architecture-'));
  const config = {
    publicUrl: 'http://localhost:3000',
    dataDir,
    demo: false,
    production: false,
    mailbox: false,
    secrets: ['only-for-this-test-and-its-empty-database'],
    mailFrom: 'club@example.org',
    productName: 'Almende',
    modules: [],
  };
  try {
    const upstream = await startUpstream(config, { log: pino({ level: 'silent' }) });
    const request = new Request('http://localhost:3000/api/openapi.json');
    const response = await upstream.fetch(request, { ip: null, requestId: 'test' });
    await upstream.close();
    return ((await response.json()) as { paths: Record<string, object> }).paths;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
