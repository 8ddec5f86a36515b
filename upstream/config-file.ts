/** Reads the files of the folder `config`, which are no part of a build. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The file is missing or wrong; the message names file, field and fault. */
export class WrongConfigFile extends Error {
  override name = 'WrongConfigFile';
}

/** The message of a schema: `bank.bic must be a BIC of 8 or 11 characters.` */
export const must = (rule: string) => ({ error: `must be ${rule}` });

/**
 * Reads a JSON file of the folder by its schema.
 * @throws WrongConfigFile that names the file, and each field with its fault
 */
export function readConfigFile<S extends z.ZodType>(environment: Environment, name: string, schema: S): z.output<S> {
  const file = locateConfig(environment, name);
  const content = parseFile(file);
  const result = schema.safeParse(content);
  if (result.success) return result.data;
  throw new WrongConfigFile(result.error.issues.map((issue) => `${file}: ${faultOf(issue, content)}`).join('\n'));
}

/** Returns the path of a file in the club's folder. */
export const locateConfig = (environment: Environment, name: string): string => join(configFolder(environment), name);

/** Returns the folder of the club's own files, whatever the working directory: `CONFIG_DIR`, or the project's `config`. */
export const configFolder = (environment: Environment): string =>
  resolve(getProjectFolder(), environment.CONFIG_DIR || 'config');

/** Searches upwards, because sources and bundles lie at different depths below the folder of the package. */
function getProjectFolder(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  return dirname(start);
}

function parseFile(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new WrongConfigFile(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WrongConfigFile(`${file} is not valid JSON: ${(error as Error).message}`);
  }
}

function faultOf(issue: z.core.$ZodIssue, content: unknown): string {
  const field = issue.path.join('.') || 'the file';
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => [...issue.path, key].join('.'));
    return `${names.join(', ')} is not a known field.`;
  }
  const value = issue.path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    content,
  );
  return value === undefined ? `${field} is missing.` : `${field} ${issue.message}.`;
}
