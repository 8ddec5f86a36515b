import { newAddress } from './club';
import { type PageForm, readForms } from './forms';

export interface Page {
  status: number;
  headers: Headers;
  /** Path and query of the Location header, or null. */
  location: string | null;
  body: string;
  /** The path of the page. Forms without an action post to it. */
  path: string;
}

type Fields = Record<string, string | string[]> | [name: string, value: string][];

/**
 * Behaves like curl with a cookie jar: no script, no Origin, no Sec-Fetch headers, and it follows no redirect by
 * itself.
 */
export class Visitor {
  readonly cookies = new Map<string, string>();
  /** Sent with every request. */
  headers: Record<string, string> = { 'X-Forwarded-For': newAddress(), 'Accept-Language': 'en' };

  constructor(private readonly url: string) {}

  /** Returns the same browser at another address. They share their cookies. */
  at(url: string): Visitor {
    return Object.assign(new Visitor(url), { cookies: this.cookies, headers: this.headers });
  }

  async request(path: string, init: RequestInit = {}): Promise<Page> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = new Headers({ ...this.headers, ...(cookie && { cookie }) });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const response = await fetch(this.url + path, { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    const location = response.headers.get('location');
    const target = location && new URL(location, this.url + path);
    return {
      status: response.status,
      headers: response.headers,
      location: target
        ? target.origin === new URL(this.url).origin
          ? target.pathname + target.search
          : target.href
        : null,
      body: await response.text(),
      path,
    };
  }

  get = (path: string, headers: Record<string, string> = {}) => this.request(path, { headers });

  post(path: string, fields: Fields, headers: Record<string, string> = {}): Promise<Page> {
    return this.request(path, { method: 'POST', body: encode(fields), headers });
  }

  /** Fills and sends a form of a page, with its hidden fields. `which` is the form's id or a part of its action. */
  submit(page: Page, which: string, fields: Record<string, string | string[]> = {}): Promise<Page> {
    const form = formOf(page, which);
    const untouched = form.fields.filter(([name]) => !(name in fields));
    const typed = Object.entries(fields).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    );
    const action = form.action ? new URL(form.action, this.url) : null;
    return this.post(action ? action.pathname + action.search : page.path, [...untouched, ...typed]);
  }

  /** Follows redirects until there is none. */
  async follow(page: Page): Promise<Page> {
    let current = page;
    for (let steps = 0; current.location && steps < 10; steps++) current = await this.get(current.location);
    return current;
  }

  /** Signs in by the form, without a second factor. */
  async signIn({ email, password }: { email: string; password: string }): Promise<Page> {
    return this.submit(await this.get('/login'), 'login', { email, password });
  }

  /** Takes a Set-Cookie header. */
  keep(line: string) {
    const [pair = '', ...attributes] = line.split('; ');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (value === '' || attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

export function formOf(page: Page, which: string): PageForm {
  const form = readForms(page.body).find(({ id, action }) => id === which || action?.includes(which));
  if (!form) throw new Error(`${page.path} (${page.status}) has no form ${which}`);
  return form;
}

function encode(fields: Fields): URLSearchParams {
  if (Array.isArray(fields)) return new URLSearchParams(fields);
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one);
  return body;
}

/** Returns the text that a person reads on a page. */
export const readableText = ({ body }: Page) =>
  body
    .replace(/<(script|style|template)[\s\S]*?<\/\1>/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;|&#39;/g, "'")
    .replace(/\s+/g, ' ');
