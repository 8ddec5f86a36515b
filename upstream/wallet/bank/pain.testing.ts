/**
 * The rules of the schema of pain.001.001.09 for the club's files: which elements, in which order, how often, and with
 * what content. If the guidelines of the EPC (EPC132-08) are stricter, their rules are used: only euro, at most
 * 999,999,999.99, a choice between BIC and `NOTPROVIDED`.
 */
import { XMLParser, XMLValidator } from 'fast-xml-parser';

interface Rule {
  /** Children in their order, each with the least and the most that may occur. */
  children?: Record<string, [rule: Rule, least: number, most: number]>;
  /** Exactly one of the children occurs. */
  isChoice?: boolean;
  text?: RegExp;
  attributes?: Record<string, RegExp>;
}

const many = Number.MAX_SAFE_INTEGER;
const sepa = "[a-zA-Z0-9/\\-?:().,'+ ]";
/** No blanks at the ends, and no slashes that a bank takes for a code. */
const text = (longest: number): Rule => ({
  text: new RegExp(`^(?![ /])(?!.*//)(?!.*[ /]$)${sepa}{1,${longest}}$`),
});
const one = (rule: Rule): [Rule, number, number] => [rule, 1, 1];
const optional = (rule: Rule): [Rule, number, number] => [rule, 0, 1];
const only = (value: string): Rule => ({ text: new RegExp(`^${value}$`) });

const amount = '(?!0+\\.00)\\d{1,9}\\.\\d{2}';
const max35 = text(35);
const party: Rule = { children: { Nm: one(text(70)) } };
const iban: Rule = { text: /^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/ };
const account: Rule = { children: { Id: one({ children: { IBAN: one(iban) } }) } };
const other: Rule = { children: { Id: one(only('NOTPROVIDED')) } };
const institution: Rule = {
  isChoice: true,
  children: { BICFI: optional({ text: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/ }), Othr: optional(other) },
};
const agent: Rule = { children: { FinInstnId: one(institution) } };
const count: Rule = { text: /^[1-9][0-9]{0,14}$/ };
const sum: Rule = { text: /^(?!0+\.00)\d{1,16}\.\d{2}$/ };

const transfer: Rule = {
  children: {
    PmtId: one({ children: { InstrId: optional(max35), EndToEndId: one(max35) } }),
    Amt: one({
      isChoice: true,
      children: { InstdAmt: one({ text: new RegExp(`^${amount}$`), attributes: { Ccy: /^EUR$/ } }) },
    }),
    CdtrAgt: optional(agent),
    Cdtr: one(party),
    CdtrAcct: one(account),
    RmtInf: optional({ isChoice: true, children: { Ustrd: optional(text(140)) } }),
  },
};

const batch: Rule = {
  children: {
    PmtInfId: one(max35),
    PmtMtd: one(only('TRF')),
    BtchBookg: optional({ text: /^(true|false|0|1)$/ }),
    NbOfTxs: optional(count),
    CtrlSum: optional(sum),
    PmtTpInf: optional({ children: { SvcLvl: one({ children: { Cd: one(only('SEPA')) } }) } }),
    ReqdExctnDt: one({ isChoice: true, children: { Dt: optional({ text: /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])$/ }) } }),
    Dbtr: one(party),
    DbtrAcct: one(account),
    DbtrAgt: one(agent),
    ChrgBr: optional(only('SLEV')),
    CdtTrfTxInf: [transfer, 1, many],
  },
};

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/;
const root: Rule = {
  attributes: { xmlns: /^urn:iso:std:iso:20022:tech:xsd:pain\.001\.001\.09$/ },
  children: {
    CstmrCdtTrfInitn: one({
      children: {
        GrpHdr: one({
          children: {
            MsgId: one(max35),
            CreDtTm: one({ text: instant }),
            NbOfTxs: one(count),
            CtrlSum: optional(sum),
            InitgPty: one(party),
          },
        }),
        PmtInf: [batch, 1, many],
      },
    }),
  },
};

type Node = Record<string, unknown>;

/** Returns the paths at which the file breaks a rule, with the fault. Empty for a file that a bank takes. */
export function faultsOf(xml: string): string[] {
  const validity = XMLValidator.validate(xml);
  if (validity !== true) return [validity.err.msg];
  const nodes = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    trimValues: false,
    ignoreDeclaration: true,
  }).parse(xml) as Node[];
  const roots = elementsIn(nodes);
  if (roots.length !== 1 || nameOf(roots[0] as Node) !== 'Document') return ['There is no single Document.'];
  return check(roots[0] as Node, root, 'Document');
}

function check(node: Node, rule: Rule, path: string): string[] {
  const inside = node[nameOf(node)] as Node[];
  const own = { ...(node[':@'] as Record<string, string> | undefined) };
  const expected = Object.entries(rule.attributes ?? {});
  const faults = expected.flatMap(([name, shape]) => (shape.test(own[name] ?? '') ? [] : [`${path}@${name}`]));
  for (const name of Object.keys(own)) if (!rule.attributes?.[name]) faults.push(`${path}@${name} is unknown`);
  if (rule.text) {
    const content = inside.map((child) => child['#text'] ?? '<').join('');
    return rule.text.test(content) ? faults : [...faults, `${path}: ${content}`];
  }
  return [...faults, ...checkChildren(elementsIn(inside), rule, path)];
}

function checkChildren(children: Node[], { children: rules = {}, isChoice }: Rule, path: string): string[] {
  const names = Object.keys(rules);
  const faults: string[] = [];
  if (isChoice && new Set(children.map(nameOf)).size !== 1) faults.push(`${path}: not one of ${names.join(', ')}`);
  const order = children.map((child) => names.indexOf(nameOf(child)));
  if (order.some((at, index) => at < (order[index - 1] ?? 0))) faults.push(`${path}: out of order`);
  for (const [name, [rule, least, most]] of Object.entries(rules)) {
    const found = children.filter((child) => nameOf(child) === name);
    if (found.length < least || found.length > most) faults.push(`${path}/${name}: ${found.length} times`);
    for (const child of found) faults.push(...check(child, rule, `${path}/${name}`));
  }
  for (const child of children) if (!rules[nameOf(child)]) faults.push(`${path}/${nameOf(child)} is unknown`);
  return faults;
}

const nameOf = (node: Node): string => Object.keys(node).find((key) => key !== ':@') ?? '';
const elementsIn = (nodes: Node[]): Node[] => nodes.filter((node) => nameOf(node) !== '#text');
