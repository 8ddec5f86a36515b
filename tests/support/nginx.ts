import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliIn, findNginx, programIn, typesIn } from '../../scripts/nginx.mjs';
import type { Balancer } from './balancer';
import { onFreePort } from './free-port';
import { root } from './server-process';

/** The folder of an nginx on this machine, or undefined. */
export const nginx: string | undefined = findNginx();

/** Starts nginx with the file that operators copy, in front of servers on these ports. */
export const startNginx = (folder: string, ...servers: number[]): Promise<Balancer> =>
  onFreePort((port) => startOn(Number(port), folder, servers));

async function startOn(port: number, folder: string, servers: number[]): Promise<Balancer> {
  const home = mkdtempSync(join(tmpdir(), `nginx-${process.pid}-`));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
    mkdirSync(join(home, name));
    return `${name}_temp_path ${join(home, name)};`;
  });
  const main = [
    `load_module "${brotliIn(folder)}";`,
    process.getuid?.() === 0 ? 'user root;' : '',
    'daemon off;',
    `pid ${join(home, 'pid')};`,
    'error_log stderr notice;',
    'events { worker_connections 4096; }',
    `http { include "${typesIn(folder)}"; ${temporary.join(' ')} ${siteOn(port, servers)} }`,
  ];
  writeFileSync(join(home, 'nginx.conf'), main.join('\n'));
  // It ends when its standard input does, for whatever reason this process ends.
  const script = '"$0" -p "$1" -c "$1/nginx.conf" & nginx=$!; cat; kill $nginx; wait $nginx';
  const child = spawn('sh', ['-c', script, programIn(folder), home], { stdio: ['pipe', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      log += chunk;
      if (log.includes('start worker process ')) resolve();
      // Node's name of the fault, so that another port is tried.
      if (log.includes('Address already in use')) reject(new Error('EADDRINUSE'));
      else if (log.includes('[emerg]')) reject(new Error(`nginx did not start.\n${log}`));
    });
    child.once('error', reject);
  }).catch(async (error) => {
    await stop();
    throw error;
  });

  async function stop() {
    child.stdin.end();
    await ended;
    rmSync(home, { recursive: true, force: true });
  }
  return {
    url: `http://localhost:${port}`,
    close: stop,
  };
}

/** The site of deploy/nginx.conf on another port, without TLS, and with the files of this build. */
function siteOn(port: number, servers: number[]): string {
  const site = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8');
  const changes: [RegExp, string][] = [
    [
      /( *server 127\.0\.0\.1:\d+ max_fails=0;\n)+/,
      servers.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join('\n'),
    ],
    [/server \{\s*listen 80;[\s\S]*?\n\}/, ''],
    [/listen 443 ssl http2;\s*listen \[::\]:443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/server_name club\.example;/, 'server_name localhost;'],
    [/( *ssl_.*\n)+/, ''],
    // The public origin has no port.
    [/Host \$host;/g, 'Host $host:$server_port;'],
    [/\/srv\/almende\/static/, `"${join(root, 'build/client')}"`],
  ];
  return changes.reduce((text, [from, to]) => {
    if (!text.match(from)) throw new Error(`deploy/nginx.conf has no ${from}`);
    return text.replace(from, to);
  }, site);
}
