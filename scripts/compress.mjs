import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { root } from './process.mjs';
import { listFiles } from './sources.mjs';

const worthIt = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest', '.xml']);

/** Writes `x.br` and `x.gz` beside every static text file that becomes smaller, at the best level. */
export async function compressAssets(folder) {
  const files = listFiles(folder).filter((path) => worthIt.has(extname(path)));
  await Promise.all(files.map((path) => compressFile(join(root, path))));
}

async function compressFile(path) {
  const content = await readFile(path);
  const brotliOptions = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, brotliOptions),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  if (br.length < content.length) await writeFile(`${path}.br`, br);
  if (gz.length < content.length) await writeFile(`${path}.gz`, gz);
}
