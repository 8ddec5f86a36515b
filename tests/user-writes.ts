/** Whether a text has a call of drizzle or a SQL statement that changes rows of `users`. */
export function writesUsers(text: string): boolean {
  const call = /\.(?:insert|update|delete)\(\s*(?:\w+\.)?users\s*\)/;
  const sql =
    /\b(?:insert\s+into|merge\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?(?:"?public"?\.)?(?:\$\{\s*(?:\w+\.)?users\s*\}|"?users\b)/i;
  return call.test(text) || sql.test(text);
}
