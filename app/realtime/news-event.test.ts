import { describe, expect, it } from 'vitest';
import { readStory } from './news-event';

describe('an event about news', () => {
  it('names the story by its first post', () => {
    expect(readStory({ post_ids: [7, 8] })).toBe('post 7');
    expect(readStory({ post_ids: ['a'] })).toBe('post a');
  });

  it.each([null, 'text', {}, { post_ids: 7 }, { post_ids: [] }, { post_ids: [{}] }])('is not %j', (data) => {
    expect(readStory(data)).toBeNull();
  });
});
