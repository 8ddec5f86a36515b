/** XML of banks, read without trust: no document type, so no entity but XML's own. */
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';

/** An element without its prefix: its children and `@attributes` by name, its text as `#text`; or the text alone. */
export type Element = unknown;

const parser = new XMLParser({
  // Not `removeNSPrefix`, which takes the names of the namespaces along.
  transformTagName: (name) => name.slice(name.indexOf(':') + 1),
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  // Amounts and references stay the text that they are.
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // Numeric character references.
  htmlEntities: true,
});

/** The document as `{root: …}`; null for what is no well-formed XML or brings a document type. */
export function readXml(text: string): Element {
  if (/<!DOCTYPE/i.test(text)) return null;
  try {
    return XMLValidator.validate(text) === true ? parser.parse(text) : null;
  } catch {
    // Too deep, or a name that the parser refuses.
    return null;
  }
}

/** Every element at the path, however often each step of it stands there. */
export function findAll(element: Element, ...path: string[]): Element[] {
  let found: Element[] = [element];
  for (const name of path) {
    found = found.flatMap((parent) => {
      const isParent = typeof parent === 'object' && parent !== null && Object.hasOwn(parent, name);
      return isParent ? (parent as Record<string, Element>)[name] : [];
    });
  }
  return found;
}

/** A character reference may name what no database keeps and no terminal should be sent. */
const controls = /[^\P{Cc}\t\n\r]+/gu;

/** The first text at one of the paths (`Sts/Cd`), in this order; null where none has any. */
export function findText(element: Element, ...paths: string[]): string | null {
  for (const path of paths) {
    for (const found of findAll(element, ...path.split('/'))) {
      const text = typeof found === 'string' ? found : findAll(found, '#text')[0];
      const plain = typeof text === 'string' ? text.replace(controls, ' ').trim() : '';
      if (plain !== '') return plain;
    }
  }
  return null;
}

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true });

/** The document `{Name: {…}}` as XML in UTF-8; children stand in the order of the object, `undefined` and null nowhere. */
export const writeXml = (document: object): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(withoutGaps(document))}`;

function withoutGaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutGaps);
  if (typeof value !== 'object' || value === null) return value;
  const present = Object.entries(value).filter(([, child]) => child !== undefined && child !== null);
  return Object.fromEntries(present.map(([name, child]) => [name, withoutGaps(child)]));
}
