import { z } from 'zod';
import { auditStaff, defineCommand, textOption } from '../club/command';
import { transaction } from '../database/transaction';
import { getMember } from '../members/members.club';
import { createNotification } from './notifications';

const statuses = ['success', 'info', 'warning', 'danger'] as const;

const title = textOption(120);
const description = textOption(500).default('');

/** `notify USER …`: sends a notification from the club to the pages and open tabs, and by mail if the member wants. */
export const notify = defineCommand({
  name: 'notify',
  summary: 'Send a notification to a member',
  positionals: ['user'],
  proof: 'required',
  options: {
    'title-en': { value: 'TEXT', summary: 'its title in English', required: true },
    'title-de': { value: 'TEXT', summary: 'and in German', required: true },
    'text-en': { value: 'TEXT', summary: 'what it says in English' },
    'text-de': { value: 'TEXT', summary: 'and in German' },
    status: { value: 'STATUS', summary: `${statuses.join(', ')}; info unless given` },
    icon: { value: 'NAME', summary: 'a symbol of public/icons.svg without its i-; news unless given' },
    url: { value: 'PATH', summary: 'the page that it leads to, such as /posts' },
  },
  details: 'USER is a member’s number or e-mail address.',
  given: z
    .strictObject({
      user: z.string(),
      'title-en': title,
      'title-de': title,
      'text-en': description,
      'text-de': description,
      status: z.enum(statuses).default('info'),
      icon: z
        .string()
        .regex(/^[a-z][a-z-]{0,30}$/, 'is not the name of a symbol')
        .default('news'),
      url: z
        .string()
        .max(500)
        .regex(/^\/(?![/\\])\S*$/, 'is not a path with a leading slash')
        .optional(),
    })
    .refine((given) => (given['text-en'] === '') === (given['text-de'] === ''), {
      path: ['text-en'],
      message: 'the text is needed in both languages or in neither',
    }),
  run: (deps, given, now, actor) =>
    transaction(deps.db, async (tx) => {
      const member = await getMember(tx, given.user);
      const id = await createNotification(
        { ...deps, db: tx },
        {
          userId: member.id,
          type: 'club.message',
          title: { en: given['title-en'], de: given['title-de'] },
          description: { en: given['text-en'], de: given['text-de'] },
          class: given.icon,
          status: given.status,
          url: given.url,
          now,
        },
      );
      await auditStaff(tx, now, { actor, action: 'notification.sent', userId: member.id, detail: { id } });
      const whom = `${member.firstname} ${member.lastname} (${member.id})`;
      return {
        lines: [
          id
            ? `Notified ${whom}.`
            : `${whom} wants no notifications from the club on the pages; nothing is shown there.`,
        ],
        data: { user: member.id, id },
      };
    }),
});
