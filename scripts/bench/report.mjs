/** Prints rows of cells under their headings, with text aligned left and figures right. */
export function printTable(title, headings, rows) {
  const lines = [headings, ...rows].map((row) => row.map((cell) => String(cell ?? '')));
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const isFigure = headings.map((_, column) =>
    rows.every((row) => /^(|–|[-+]?[\d,.]+.*)$/.test(String(row[column] ?? ''))),
  );
  const show = (line) =>
    line.map((cell, i) => (isFigure[i] ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join('  ');
  console.log(`\n${title}\n`);
  console.log(`  ${show(lines[0])}`);
  console.log(`  ${widths.map((width) => '─'.repeat(width)).join('  ')}`);
  for (const line of lines.slice(1)) console.log(`  ${show(line)}`.trimEnd());
}

/** Prints figures beside the goals of their budgets. */
export function printGoals(rows) {
  printTable(
    'Against the budgets',
    ['budget', 'figure', 'measured', 'goal', ''],
    rows.map(({ budget, name, measured, goal, met, stretch }) => [
      budget,
      name,
      measured,
      goal,
      met ? (stretch ? 'met, stretch too' : 'met') : 'NOT MET',
    ]),
  );
}

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
};

export const whole = (value) => Math.round(value).toLocaleString('en');
export const fixed = (value, digits = 2) => value.toFixed(digits);
export const times = (value) => `${value.toFixed(2)}×`;
export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
/** Of wire bytes. */
export const kilobytes = (bytes) => (bytes / 1e3).toFixed(1);
