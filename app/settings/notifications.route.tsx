import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import type { digests } from '../../upstream/contract/notification-settings';
import { ServerForm, useServerForm } from '../platform/form/form';
import { parseForm } from '../platform/form/forms.server';
import { useAnswer } from '../platform/form/use-answer';
import { useIsSending } from '../platform/form/use-is-sending';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { redirectWithFlash } from '../platform/request/responses.server';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { RadioGroup } from '../ui/choice-group';
import { fieldProps } from '../ui/conform-field';
import { Link } from '../ui/link';
import { TextField } from '../ui/text-field';
import { NotificationMatrix } from './components/notification-matrix';
import { notificationSettingsSchema } from './notifications.schema';
import { channelsOf, choiceOf } from './notifications.server';

export const handle = {
  title: 'titles.notification_settings',
  gate: 'member',
  i18n: ['settings'],
  form: 'notifications',
} satisfies RouteHandle;

const PATH = '/settings/notifications';
/** Repeats the contract's list, because the contract's file stays on the server. */
const DIGESTS: typeof digests = ['off', 'daily', 'weekly'];

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireMember(args, handle);
  const settings = await api.call(contract.notificationSettings.getNotificationSettings);
  const { channels, ...times } = settings;
  const on = Object.entries(channels).map(([kind, wanted]) => [kind, channelsOf(wanted)] as const);
  return { ...times, saved: Object.fromEntries(on) as Record<keyof typeof channels, string> };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const form = await parseForm(args, notificationSettingsSchema);
  if (!form.value) return form.reply();
  const json = choiceOf(form.value);
  const answer = await current.api.attempt(contract.notificationSettings.setNotificationSettings, { json });
  if (!answer.ok) return form.reply(answer.failure);
  return redirectWithFlash(current, PATH, { kind: 'success', text: 'settings:notifications.saved' });
}

export default function NotificationSettings() {
  const { t } = useTranslation('settings');
  const { quiet_hours, digest, time_zone, saved } = useLoaderData<typeof loader>();
  const lastResult = useAnswer<typeof action>();
  const [form, fields] = useServerForm<Record<'quiet_from' | 'quiet_to' | 'digest', string>>({
    id: 'notifications',
    constraint: {},
    lastResult,
    defaultValue: {
      quiet_from: quiet_hours?.from,
      quiet_to: quiet_hours?.to,
      digest,
    },
  });
  const labels = {
    quiet_from: t('notifications.quiet.from'),
    quiet_to: t('notifications.quiet.to'),
    digest: t('notifications.digest.title'),
  };
  return (
    <>
      <div className="head">
        <h1>{t('common:titles.notification_settings')}</h1>
      </div>
      <ServerForm form={form} lastResult={lastResult} labels={labels}>
        <Card title={t('notifications.matrix.title')}>
          <div className="stack">
            <NotificationMatrix saved={saved} typed={lastResult?.initialValue ?? null} />
            <p className="small muted">
              {t('notifications.matrix.push')} <Link to="/settings/devices">{t('notifications.matrix.phones')}</Link>
            </p>
          </div>
        </Card>
        <Card title={t('notifications.quiet.title')}>
          <div className="stack">
            <p>{t('notifications.quiet.text')}</p>
            <div className="grid two">
              <TextField {...fieldProps(fields.quiet_from)} type="time" label={labels.quiet_from} />
              <TextField {...fieldProps(fields.quiet_to)} type="time" label={labels.quiet_to} />
            </div>
            <p className="small muted">
              {t('notifications.quiet.zone', { zone: time_zone })}{' '}
              <Link to="/settings/account">{t('notifications.quiet.change_zone')}</Link>
            </p>
            <RadioGroup
              {...fieldProps(fields.digest)}
              label={labels.digest}
              options={DIGESTS.map((value) => ({ value, label: t(`notifications.digest.${value}`) }))}
            />
          </div>
        </Card>
        <div className="row">
          <Button type="submit" busy={useIsSending(PATH)}>
            {t('notifications.save')}
          </Button>
        </div>
      </ServerForm>
    </>
  );
}
