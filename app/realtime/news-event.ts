import { fieldsOf, isKey } from '../platform/browser/events';

/** Returns a key of the story that has appeared: it is the same in every tab. Returns null for anything else. */
export function readStory(data: unknown): string | null {
  const { post_ids: ids } = fieldsOf(data);
  const [first] = Array.isArray(ids) ? ids : [];
  return isKey(first) ? `post ${first}` : null;
}
