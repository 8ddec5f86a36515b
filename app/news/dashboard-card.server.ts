import { contract } from '../../upstream/contract/contract';
import type { Member } from '../platform/request/gates.server';

const SHOWN = 1;

/** Loads the first post of the list: one that is pinned, or else the newest. The page has no room for more. */
export async function loadNewsCard({ api, language }: Member) {
  const { data } = await api.call(contract.news.listPosts, { query: { per_page: SHOWN } });
  return {
    posts: data.map((post) => ({
      ...{ id: post.id, vanity_url: post.vanity_url, title: post.title, isRead: post.is_read },
      /** Set where it is not the language of the page. */
      other: post.language === language ? null : post.language,
    })),
  };
}
