/** Posts as an Atom document (RFC 4287). */
import { XMLBuilder } from 'fast-xml-parser';
import type { NewsCategory } from '../contract/news-categories';
import type { Deps } from '../deps';
import type { Language } from '../http/env';
import { texts } from './news.texts';
import { pathOf } from './show';

/** A post. Times are as JSON has them. */
export interface FeedEntry {
  id: number;
  atom_id: string;
  title: string;
  teaser: string;
  body_html: string;
  language: Language;
  category: NewsCategory;
  published_at: string;
  updated_at: string;
}

interface Feed {
  atomId: string;
  language: Language;
  changedAt: Date;
  token: string;
}

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true });

/** Returns the same document for the same posts. Ids stay when a title or the address of the club changes. */
export function writeAtom(
  { publicUrl, productName }: Deps['config'],
  { atomId, language, changedAt, token }: Feed,
  entries: readonly FeedEntry[],
): string {
  const { feedTitle, categories } = texts[language];
  const entry = entries.map((post) => {
    const url = publicUrl + pathOf(post);
    return {
      '@xml:lang': post.language,
      id: `urn:uuid:${post.atom_id}`,
      title: post.title,
      link: { '@rel': 'alternate', '@type': 'text/html', '@hreflang': post.language, '@href': url },
      published: instantOf(post.published_at),
      updated: instantOf(post.updated_at),
      category: { '@term': post.category, '@label': categories[post.category] },
      summary: post.teaser,
      content: { '@type': 'html', '#text': withWholeLinks(post.body_html, publicUrl) },
    };
  });
  const document = {
    '?xml': { '@version': '1.0', '@encoding': 'utf-8' },
    feed: {
      '@xmlns': 'http://www.w3.org/2005/Atom',
      '@xml:lang': language,
      id: `urn:uuid:${atomId}`,
      title: feedTitle(productName),
      updated: changedAt.toISOString(),
      author: { name: productName },
      link: [
        { '@rel': 'self', '@type': 'application/atom+xml', '@href': `${publicUrl}/feeds/news/${token}.xml` },
        { '@rel': 'alternate', '@type': 'text/html', '@href': `${publicUrl}/posts` },
      ],
      entry,
    },
  };
  return builder.build(document);
}

const instantOf = (time: string) => new Date(time).toISOString();

/** A feed reader does not know where the links of this site lead. */
const withWholeLinks = (html: string, publicUrl: string): string =>
  html.replaceAll('<a href="/', `<a href="${publicUrl}/`);
