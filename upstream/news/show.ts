/** Posts in the shapes of the contract, from rows that the database has put together as JSON. */
import type { PostImage, PostLink, PostSummary } from '../contract/news';
import { widthsOf } from '../pictures/pictures';
import type { PostRow } from './publish';

/** A post as a link needs it. Times are as JSON has them. */
export interface LinkRow {
  id: number;
  title: string;
  language: 'en' | 'de';
  published_at: string | null;
}

export interface SummaryRow extends LinkRow, Pick<PostSummary, 'teaser' | 'category' | 'status'> {
  is_pinned: boolean;
  reading_minutes: number;
  updated_at: string;
  is_read: boolean;
  picture: { id: string; width: number; height: number } | null;
  alt: string | null;
  caption: string | null;
  translations: LinkRow[];
}

export const showLink = ({ id, title, language, published_at }: LinkRow): PostLink => ({
  ...{ id, vanity_url: vanityUrl(title), title, language },
  published_at: instantOf(published_at),
});

export const showSummary = (row: SummaryRow): PostSummary => ({
  ...showLink(row),
  teaser: row.teaser,
  image: showImage(row),
  category: row.category,
  translations: row.translations.map(showLink),
  status: row.status,
  updated_at: new Date(row.updated_at).toISOString(),
  is_pinned: row.is_pinned,
  is_read: row.is_read,
  reading_minutes: row.reading_minutes,
});

function showImage({ picture, alt, caption }: SummaryRow): PostImage | null {
  return picture && { ...picture, alt: alt ?? '', caption, widths: widthsOf(picture.width) };
}

export const instantOf = (time: string | null): string | null => time && new Date(time).toISOString();

/** Returns the words of a title for an address: `haus-3-die-neue-bewaesserung-laeuft`. */
export function vanityUrl(title: string): string {
  const plain = title
    .toLowerCase()
    .replace(/[äöüß]/g, (sign) => umlauts[sign] ?? sign)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  let url = '';
  for (const word of words) if (url.length + word.length < longestUrl) url += url ? `-${word}` : word;
  return url || 'post';
}

const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
const longestUrl = 80;

/** Returns the path of a post's page. */
export const pathOf = ({ id, title }: Pick<PostRow, 'id' | 'title'>): string => `/post/${id}/${vanityUrl(title)}`;
