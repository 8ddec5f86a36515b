/** The public file of news for other modules. */
export { publishNextOfDemo } from './news.seed';
export { publishDuePosts } from './publish-due';
export { unreadPosts } from './read-marks';
export { createNewsNotices } from './tell-members';
