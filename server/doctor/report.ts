import { type Finding, parts } from './finding';

const signs = { wrong: 'WRONG', risky: 'risky', fine: 'fine ' };

/** Returns the findings as text: by part, each with its fix. */
export function reportOf(findings: Finding[]): string {
  const sections = parts.flatMap((part) => {
    const rows = findings.filter((one) => one.part === part);
    return rows.length > 0 ? [[part, ...rows.flatMap(linesOf)].join('\n')] : [];
  });
  return [...sections, sumOf(findings)].join('\n\n');
}

const linesOf = ({ verdict, what, fix }: Finding) => [
  `  ${signs[verdict]}  ${what}`,
  ...(fix ? [`         ${fix}`] : []),
];

function sumOf(findings: Finding[]): string {
  const count = (verdict: Finding['verdict']) => findings.filter((one) => one.verdict === verdict).length;
  return `${count('wrong')} wrong, ${count('risky')} risky, ${count('fine')} fine`;
}

export const isIll = (findings: Finding[]): boolean => findings.some(({ verdict }) => verdict === 'wrong');
