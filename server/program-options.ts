import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Reads the options of a program. Prints the help if they ask for it or are wrong, and then returns its exit code. */
export function readOptions<T extends Options>(options: T, help: string) {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } });
    if (!(values as { help?: boolean }).help) return { values, code: 0 };
    console.log(help);
    return { values: null, code: 0 };
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    console.log(help);
    return { values: null, code: 2 };
  }
}
