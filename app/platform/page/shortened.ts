/** Cuts a text of more than `longest` characters after a word within the first `short` ones. Others stay as they are. */
export function shortened(text: string, { longest, short }: { longest: number; short: number }): string {
  if (text.length <= longest) return text;
  const words = text.slice(0, short).split(/(?=\s)/);
  // A cut inside a word must not split a character of two units.
  const start = words.slice(0, -1).join('') || [...text].slice(0, short).join('');
  return `${start.replace(/[\s.,;:]+$/, '')}…`;
}
