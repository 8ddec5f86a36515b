/** The addresses of the contact form, with what links put into them (docs/product/support.md#contact). */
import type { SupportCategory } from '../../upstream/contract/support-faq';
import { REFERENCE_NAMES } from './reference';

const CONTACT = '/support/contact';

/** The field, and the parameter of a search, with a topic. */
export const TOPIC = 'topic';

const CARRIED = ['q', ...Object.keys(REFERENCE_NAMES), 'error'];
const LONGEST = 120;

/** Returns the words of a search, a reference and the number of an error in an address, for the next one; or ''. */
export function carriedIn(search: URLSearchParams): string {
  const carried = new URLSearchParams();
  for (const name of CARRIED) {
    const value = search.get(name)?.trim().slice(0, LONGEST);
    if (value) carried.set(name, value);
  }
  return carried.size > 0 ? `?${carried}` : '';
}

/** Returns what somebody searched for, as a subject. */
export const wordsIn = (search: URLSearchParams): string => (search.get('q') ?? '').trim().slice(0, LONGEST);

/** Returns the number of an error page, or null for what is none. */
export const errorIn = (search: URLSearchParams): string | null =>
  /^[0-9a-f]{16}$/.exec(search.get('error') ?? '')?.[0] ?? null;

export const contactPath = (category: SupportCategory, carried = ''): string => `${CONTACT}/${category}${carried}`;
