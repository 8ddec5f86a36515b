/** Reads forms as a program without script. It understands enough HTML for the product's own pages. */
export interface PageForm {
  id: string | null;
  action: string | null;
  /** Names and values of all that is sent without a named button. */
  fields: [name: string, value: string][];
  /** Named buttons. */
  buttons: [name: string, value: string][];
  html: string;
}

/** Returns every form of a page, in order. */
export function readForms(html: string): PageForm[] {
  return [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => {
    const attributes = attributesOf(/^<form\b[^>]*>/.exec(form)?.[0] ?? '');
    const controls = form.matchAll(/<input\b[^>]*>|<(button|select|textarea)\b[^>]*>([\s\S]*?)<\/\1>/g);
    const fields: PageForm['fields'] = [];
    const buttons: PageForm['buttons'] = [];
    for (const [tag, kind = 'input', inner = ''] of controls) {
      const { name, type, value, checked } = attributesOf(tag.slice(0, tag.indexOf('>') + 1));
      if (!name) continue;
      if (kind === 'button') buttons.push([name, value ?? '']);
      else if (kind === 'select') fields.push([name, selectedOf(inner)]);
      else if (kind === 'textarea') fields.push([name, decode(inner)]);
      else if (!/^(checkbox|radio)$/.test(type ?? '') || checked !== undefined) fields.push([name, value ?? '']);
    }
    return { id: attributes.id ?? null, action: attributes.action ?? null, fields, buttons, html: form };
  });
}

function attributesOf(tag: string): Record<string, string> {
  const attributes = [...tag.matchAll(/\s([\w-]+)(?:="([^"]*)")?/g)];
  return Object.fromEntries(attributes.map(([, name = '', value = '']) => [name, decode(value)]));
}

function selectedOf(options: string): string {
  const tag = /<option\b[^>]*\sselected\b[^>]*>/.exec(options)?.[0] ?? /<option\b[^>]*>/.exec(options)?.[0] ?? '';
  return attributesOf(tag).value ?? '';
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

const decode = (text: string) => text.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
