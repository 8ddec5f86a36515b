/** Reads XML of banks without trust. A document type is refused, so that there are no entities but XML's own. */
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';

/** An element without its prefix: its children and `@attributes` by name, its text as `#text`; or only the text. */
export type Element = unknown;

const parser = new XMLParser({
  // `removeNSPrefix` would also remove the names of the namespaces.
  transformTagName: (name) => name.slice(name.indexOf(':') + 1),
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  // Amounts and references stay text.
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // Reads numeric character references.
  htmlEntities: true,
});

/** Returns the document as `{root: …}`, or null if it is not well-formed or has a document type. */
export function readXml(text: string): Element {
  if (/<!DOCTYPE/i.test(text)) return null;
  try {
    return XMLValidator.validate(text) === true ? parser.parse(text) : null;
  } catch {
    // The document is too deep, or the parser refuses a name.
    return null;
  }
}

/** Returns every element at the path, however often each step of it occurs. */
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

/** A character reference may name a character that no database keeps and no terminal should get. */
const controls = /[^\P{Cc}\t\n\r]+/gu;

/** Returns the first text at one of the paths (`Sts/Cd`), in this order, or null. */
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

/**
 * Returns the document `{Name: {…}}` as XML in UTF-8. Children keep the order of the object; `undefined` and null are
 * left out.
 */
export const writeXml = (document: object): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(withoutGaps(document))}`;

function withoutGaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutGaps);
  if (typeof value !== 'object' || value === null) return value;
  const present = Object.entries(value).filter(([, child]) => child !== undefined && child !== null);
  return Object.fromEntries(present.map(([name, child]) => [name, withoutGaps(child)]));
}
