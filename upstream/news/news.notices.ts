/** What members are told of a story that appeared. */
import type { Language } from '../http/env';
import type { NewNotification } from '../notifications/notifications';
import type { PostRow } from './publish';
import { pathOf } from './show';

export const newsType = 'news.published';

type Version = Pick<PostRow, 'id' | 'language' | 'title' | 'teaser'>;

/** Returns the notification for one member. If a story is in one language only, everybody is told in that one. */
export function noticeOf(versions: readonly Version[], language: Language): Omit<NewNotification, 'userId' | 'now'> {
  const versionIn = (wanted: Language): Version => {
    const version = versions.find((one) => one.language === wanted) ?? versions[0];
    if (!version) throw new Error('The story has no version.');
    return version;
  };
  const [en, de] = [versionIn('en'), versionIn('de')];
  return {
    type: newsType,
    title: { en: en.title, de: de.title },
    description: { en: en.teaser, de: de.teaser },
    class: 'news',
    status: 'info',
    url: pathOf(versionIn(language)),
  };
}
