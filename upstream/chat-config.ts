import { existsSync } from 'node:fs';
import { z } from 'zod';
import { type Environment, locateConfig, must, readConfigFile } from './config-file';

const contactId = must('a name of up to 30 small letters, digits and hyphens, such as "office"');
const words = (longest: number) =>
  z
    .string(must('a text'))
    .trim()
    .min(1, must('a text'))
    .max(longest, must(`a text of up to ${longest} characters`));
const inBoth = (longest: number) =>
  z.strictObject({ de: words(longest), en: words(longest) }, must('a text in "de" and in "en"'));

const schema = z.strictObject(
  {
    /** Whom of the club members may write to, in this order. An id never changes: conversations hang on it. */
    contacts: z
      .array(
        z.strictObject(
          {
            id: z.string(contactId).regex(/^[a-z][a-z0-9-]{0,29}$/, contactId),
            name: inBoth(60),
            about: inBoth(200),
          },
          must('an object'),
        ),
        must('a list of contacts'),
      )
      .max(20, must('a list of up to 20 contacts'))
      .refine((contacts) => new Set(contacts.map(({ id }) => id)).size === contacts.length, {
        error: 'must not have an id twice',
      }),
  },
  must('an object'),
);

export type ChatConfig = z.infer<typeof schema>;
export type ClubContact = ChatConfig['contacts'][number];

const usual: ChatConfig = {
  contacts: [
    {
      id: 'office',
      name: { de: 'Vereinsbüro', en: 'Club office' },
      about: {
        de: 'Kurze Fragen zu Mitgliedschaft und Terminen.',
        en: 'Short questions about membership and appointments.',
      },
    },
  ],
};

let loaded: ChatConfig | undefined;

/**
 * Reads `config/chat.json`. The values hold until the process ends. Without the file there is the club's office.
 * @throws WrongConfigFile that names the file, and each field with its fault
 */
export function loadChatConfig(environment: Environment): ChatConfig {
  const isThere = existsSync(locateConfig(environment, 'chat.json'));
  loaded = isThere ? readConfigFile(environment, 'chat.json', schema) : usual;
  return loaded;
}

/** Whom of the club members may write to. A module must not copy it while it loads. */
export const chatConfig = (): ChatConfig => loaded ?? loadChatConfig(process.env);
