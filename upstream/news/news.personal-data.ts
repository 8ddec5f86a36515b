/** What news knows of a member. */
import { eq, getTableColumns } from 'drizzle-orm';
import { tablePart } from '../database/export-parts';
import { type PersonalData, withhold } from '../database/personal-data';
import { newsFeeds, newsPosts, newsReaders, newsReads, newsStories } from './news.tables';

const because = 'what staff published is the club’s';
type PostColumn = keyof typeof newsPosts.$inferSelect;

export const newsData: PersonalData = {
  exports: [
    tablePart({
      name: 'news_reads',
      description: {
        en: 'Which news you have read one by one. What you marked as read all at once is in news_reader.',
        de: 'Welche Neuigkeiten du einzeln gelesen hast. Was du auf einmal als gelesen markiert hast, steht in news_reader.',
      },
      table: newsReads,
      join: { table: newsStories, on: eq(newsStories.id, newsReads.storyId) },
      owner: newsReads.userId,
      key: newsReads.storyId,
      fields: { story: newsStories.slug, read_at: newsReads.readAt },
    }),
    tablePart({
      name: 'news_reader',
      description: {
        en: 'The number up to which all news counts as read.',
        de: 'Bis zu welcher Nummer alle Neuigkeiten als gelesen gelten.',
      },
      table: newsReaders,
      owner: newsReaders.userId,
      key: newsReaders.userId,
      fields: { read_up_to: newsReaders.seenTo },
    }),
    tablePart({
      name: 'news_feed',
      description: { en: 'Your private news feed.', de: 'Dein privater Feed mit Neuigkeiten.' },
      table: newsFeeds,
      owner: newsFeeds.userId,
      key: newsFeeds.userId,
      fields: { switched_on_at: newsFeeds.createdAt },
    }),
  ],
  deletes: [newsReads, newsReaders, newsFeeds],
  keeps: [{ table: newsPosts, because }],
  withholds: [
    withhold(newsReaders, ['covered'], 'it is made of what is exported itself'),
    withhold(newsFeeds, ['atomId', 'tokenHash', 'sealedToken'], 'it opens the feed'),
    withhold(newsReads, ['storyId'], 'the name of the story is exported'),
    withhold(newsPosts, Object.keys(getTableColumns(newsPosts)) as PostColumn[], because),
  ],
};
