import { Agent, request as httpRequest } from 'node:http';

const oneAtATime = new Agent({ keepAlive: true, maxSockets: 1 });

/** Makes one HTTP request. The body of the answer stays as it was on the wire. */
export function request(url, { method = 'GET', headers = {}, body, agent = oneAtATime } = {}) {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { method, headers, agent }, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode,
          headers: answer.headers,
          headerBytes: headerBytes(answer),
          body: Buffer.concat(chunks),
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Returns the status line, the header lines and the empty line, as HTTP/1.1 sends them. */
function headerBytes({ statusCode, statusMessage, rawHeaders }) {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let i = 0; i < rawHeaders.length; i += 2) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  return Buffer.byteLength(`${lines.join('\r\n')}\r\n\r\n`);
}

/** A browser without script. It keeps cookies and fills forms with their hidden fields. */
export class Visitor {
  cookies = new Map();

  /** @param more the agent of its connections, and headers of each request */
  constructor(url, language = 'en', more = {}) {
    this.url = url;
    this.language = language;
    this.more = more;
  }

  get cookie() {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Makes a request that leaves the cookies unchanged. */
  look(path, headers = {}) {
    return request(this.url + path, { agent: this.more.agent, headers: { ...this.headers(), ...headers } });
  }

  async get(path) {
    const answer = await this.look(path);
    this.keep(answer);
    return answer;
  }

  /** Posts `fields` to `action`, with the hidden fields of the page at `path`. */
  async submit(path, action, fields) {
    const page = await this.get(path);
    const body = new URLSearchParams({ ...hiddenFields(page.body.toString()), ...fields }).toString();
    const headers = { ...this.headers(), 'content-type': 'application/x-www-form-urlencoded', origin: this.url };
    const answer = await request(this.url + action, { method: 'POST', agent: this.more.agent, headers, body });
    this.keep(answer);
    if (answer.status !== 303) throw new Error(`POST ${action} answered ${answer.status}, not 303`);
    return answer;
  }

  async signIn(email) {
    await this.submit('/login', '/login', { email, password: 'almende-demo', website: '' });
    await this.submit('/dashboard', '/language', { language: this.language, return_to: '/dashboard' });
    return this;
  }

  /** Returns a visitor with the same cookies who uses the light version. */
  async inLightVersion(path) {
    const other = new Visitor(this.url, this.language);
    other.cookies = new Map(this.cookies);
    await other.submit(path, '/light', { light: '1', return_to: path });
    return other;
  }

  headers() {
    return {
      'accept-language': this.language,
      'user-agent': 'almende-bench',
      ...this.more.headers,
      ...(this.cookie && { cookie: this.cookie }),
    };
  }

  keep({ headers }) {
    for (const line of headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

function hiddenFields(html) {
  const inputs = html.matchAll(/<input type="hidden" name="(csrf|form_started)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name, value]) => [name, value]));
}
