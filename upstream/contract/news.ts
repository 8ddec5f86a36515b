/** News: posts, read marks, pictures and the private feed. Rules: docs/product/news.md. */
import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import { newsCategories } from './news-categories';
import {
  answers,
  asAnyone,
  asMember,
  body,
  failures,
  Instant,
  Line,
  memberFailures,
  noContent,
  OpaqueId,
  PageQuery,
  page,
  RowNumber,
} from './shapes';
import { SearchWords } from './support-faq';

/** The topics of posts, in the order of the pages. */
const NewsCategory = z.enum(newsCategories);

export const postStatuses = ['draft', 'scheduled', 'published', 'archived'] as const;

export const PostTitle = Line(120);
export const PostTeaser = Line(300);
/** What a picture shows, for those who do not see it. */
export const PostAlt = Line(200);
export const PostCaption = Line(200);

export const PostImage = z
  .object({
    /** For `GET /news/pictures/{id}/{picture}`. */
    id: z.uuid(),
    alt: z.string(),
    caption: z.string().nullish(),
    /** Width and height in pixels of the original, for the proportions. */
    width: z.int(),
    height: z.int(),
    /** The widths that there are files of, smallest first. The file is named `960.avif`. */
    widths: z.array(z.int()).min(1),
  })
  .openapi('PostImage');
export type PostImage = z.infer<typeof PostImage>;

const language = z.enum(['en', 'de']);

/** Another post, as much as a link needs. */
export const PostLink = z
  .object({
    id: z.int(),
    vanity_url: z.string(),
    title: z.string(),
    language,
    published_at: Instant.nullable(),
  })
  .openapi('PostLink');
export type PostLink = z.infer<typeof PostLink>;

export const PostSummary = PostLink.extend({
  teaser: z.string(),
  /** HTML: the escaped title and teaser, with `<mark>` around hits of a search. */
  title_html: z.string().nullish(),
  teaser_html: z.string().nullish(),
  image: PostImage.nullable(),
  category: NewsCategory,
  /** The same post in the other language. */
  translations: z.array(PostLink),
  status: z.enum(postStatuses),
  updated_at: Instant,
  is_pinned: z.boolean(),
  is_read: z.boolean(),
  reading_minutes: z.int().min(1),
}).openapi('PostSummary');
export type PostSummary = z.infer<typeof PostSummary>;

export const Post = PostSummary.omit({ title_html: true, teaser_html: true })
  .extend({
    /** HTML of the staff's Markdown, cleaned when it was published. */
    body_html: z.string(),
    /** When it will appear, for those who see it before. */
    scheduled_for: Instant.nullish(),
    /** The neighbours in time, in the language that the member reads. */
    previous: PostLink.nullable(),
    next: PostLink.nullable(),
  })
  .openapi('Post');
export type Post = z.infer<typeof Post>;

const PostPage = page(PostSummary)
  .extend({
    /** Whether a search has more posts than `total` says. It finds the newest 100. */
    has_more: z.boolean().nullish(),
  })
  .openapi('PostPage');

export const listPosts = createRoute({
  method: 'get',
  path: '/news/posts',
  tags: ['News'],
  operationId: 'listPosts',
  summary:
    'Published posts: pinned ones first, then the newest; in a search, the best hits first. A post comes in the language of the request if it exists in it',
  ...withAbility('news:read'),
  request: { query: PageQuery.extend({ category: NewsCategory.optional(), q: SearchWords.optional() }) },
  responses: { 200: answers(PostPage, 'One page'), ...memberFailures },
});

const params = z.object({ id: RowNumber });

export const getPost = createRoute({
  method: 'get',
  path: '/news/posts/{id}',
  tags: ['News'],
  operationId: 'getPost',
  summary: 'One post; this does not mark it as read. Posts that are not published need `news.preview`',
  ...withAbility('news:read'),
  request: { params },
  responses: { 200: answers(Post, 'The post'), ...memberFailures },
});

export const markPostAsRead = createRoute({
  method: 'post',
  path: '/news/posts/{id}/read',
  tags: ['News'],
  operationId: 'markPostAsRead',
  summary: 'Mark a post as read, in both languages',
  ...asMember,
  request: { params },
  responses: { 204: noContent, ...memberFailures },
});

/** PostgreSQL cannot read other years as they are written. NaN fails as well. */
const isYearOfFourDigits = (year: number) => year >= 1000 && year <= 9999;

export const markPostsAsRead = createRoute({
  method: 'post',
  path: '/news/posts/read',
  tags: ['News'],
  operationId: 'markPostsAsRead',
  summary: 'Mark as read all posts that had appeared when the list was read; later ones stay unread',
  ...asMember,
  request: body(
    z.strictObject({ before: Instant.refine((time) => isYearOfFourDigits(new Date(time).getUTCFullYear())) }),
  ),
  responses: { 204: noContent, ...memberFailures },
});

const image = { schema: z.string().openapi({ format: 'binary' }) };

export const getPostPicture = createRoute({
  method: 'get',
  path: '/news/pictures/{id}/{picture}',
  tags: ['News'],
  operationId: 'getPostPicture',
  summary: 'One file of a picture: its width and format, such as `960.avif`; it never changes',
  ...withAbility('news:read'),
  request: {
    params: z.object({
      id: OpaqueId,
      picture: z
        .string()
        .max(16)
        .openapi({ param: { name: 'picture', in: 'path' }, example: '960.avif' }),
    }),
  },
  responses: {
    200: {
      description: 'The file; `Cache-Control: private, max-age=31536000, immutable`',
      content: { 'image/avif': image, 'image/webp': image, 'image/jpeg': image },
    },
    304: { description: 'The file is the one in `If-None-Match`' },
    ...memberFailures,
  },
});

export const NewsFeed = z
  .object({
    /** The secret part of the address, which is `/feeds/news/{token}.xml`; null while it cannot be shown. */
    token: z.string().nullable(),
    created_at: Instant,
  })
  .openapi('NewsFeed');
export type NewsFeed = z.infer<typeof NewsFeed>;

export const getNewsFeed = createRoute({
  method: 'get',
  path: '/news/feed',
  tags: ['News'],
  operationId: 'getNewsFeed',
  summary: 'The member’s feed, if it is on; nobody else sees its address',
  ...asMember,
  responses: { 200: answers(z.object({ feed: NewsFeed.nullable() }), 'The feed, or null'), ...memberFailures },
});

export const createNewsFeed = createRoute({
  method: 'post',
  path: '/news/feed',
  tags: ['News'],
  operationId: 'createNewsFeed',
  summary: 'Switch the feed on, or give it a new address; the old address ends',
  ...asMember,
  responses: { 201: answers(NewsFeed, 'The feed'), ...memberFailures },
});

export const deleteNewsFeed = createRoute({
  method: 'delete',
  path: '/news/feed',
  tags: ['News'],
  operationId: 'deleteNewsFeed',
  summary: 'Switch the feed off; its address ends',
  ...asMember,
  responses: { 204: noContent, ...memberFailures },
});

export const readNewsFeed = createRoute({
  method: 'get',
  path: '/news/feeds/{token}',
  tags: ['News'],
  operationId: 'readNewsFeed',
  summary: 'The feed as an Atom document (RFC 4287), by its token; 304 if nothing has changed',
  ...asAnyone,
  request: {
    params: z.object({
      token: z
        .string()
        .max(64)
        .openapi({ param: { name: 'token', in: 'path' } }),
    }),
  },
  responses: {
    200: { description: 'The document', content: { 'application/atom+xml': { schema: z.string() } } },
    304: { description: 'The document is the one in `If-None-Match`, or is not newer than `If-Modified-Since`' },
    ...failures,
  },
});
