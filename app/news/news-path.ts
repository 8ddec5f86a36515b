/** Addresses of news: of the list with its filters, of posts, and of files of pictures. */
import type { PostImage, PostLink } from '../../upstream/contract/news';
import { type NewsCategory, newsCategories } from '../../upstream/contract/news-categories';

export interface TypedPostFilters {
  q: string;
  category: NewsCategory | '';
}

export const POSTS = '/posts';

/** What the call takes as words of a search. */
export const WORDS = { min: 2, max: 100 };

/** Reads the filters as typed. A topic that no link sends is left out. */
export const postFiltersIn = (search: URLSearchParams): TypedPostFilters => ({
  q: (search.get('q') ?? '').trim(),
  category: newsCategories.find((category) => category === search.get('category')) ?? '',
});

/** Returns the address of the list with these filters. Unset filters are left out. */
export function postsPath(filters: Partial<TypedPostFilters>, page = 1): string {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${POSTS}?${query}` : POSTS;
}

/** A foreign back end may write other signs than ours, or nothing. */
export const postPath = ({ id, vanity_url }: Pick<PostLink, 'id' | 'vanity_url'>): string =>
  vanity_url ? `/post/${id}/${encodeURIComponent(vanity_url)}` : `/post/${id}`;

export type PictureFormat = 'avif' | 'webp' | 'jpeg';

export const picturePath = ({ id }: Pick<PostImage, 'id'>, width: number, format: PictureFormat): string =>
  `/post/picture/${id}/${width}.${format}`;
