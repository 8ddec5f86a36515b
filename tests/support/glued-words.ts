const INLINE =
  'a|abbr|b|button|cite|code|data|em|i|kbd|label|mark|output|q|s|small|span|strong|time|input|select|textarea';

/** What text browsers do not show, or show as one thing. */
const NOT_SHOWN =
  /<!--.*?-->|<(script|style|svg|option|datalist)\b[\s\S]*?<\/\1>|<\/?(wbr|source|picture|img)\b[^>]*>/g;

const MEETING = new RegExp(`([^\\s<>]{1,25})((?:</?(?:${INLINE})\\b[^>]*>)+)(?=([^\\s<>]{1,25}))`, 'g');

/** Marks that stand at the end of a word, or at its beginning. */
const JOINS_LEFT = /^([.,:;!?)\]’”“…%]|&nbsp;|\u00a0)/;
const JOINS_RIGHT = /([([„“‘/]|&nbsp;|\u00a0)$/;

/**
 * Returns the words that a text browser shows as one, because only inline tags stand between them, such as
 * `Dec|</small>|4`. A style sheet may keep them apart for all others.
 */
export function gluedWords(html: string): string[] {
  const body = html.slice(html.indexOf('<body')).replace(NOT_SHOWN, '');
  return [...body.matchAll(MEETING)]
    .filter(([, before = '', , after = '']) => !JOINS_LEFT.test(after) && !JOINS_RIGHT.test(before))
    .map(([, before, tags = '', after]) => `${before}|${tags.replace(/<(\/?\w+)[^>]*>/g, '<$1>')}|${after}`);
}
