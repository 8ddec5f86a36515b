import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import { choosableKinds, type digests, notificationChannels } from '../../upstream/contract/notification-settings';
import { ServerForm, useIsSending, useServerForm } from '../platform/form';
import { parseForm } from '../platform/forms.server';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { redirectWithFlash } from '../platform/responses.server';
import { useAnswer } from '../platform/use-answer';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { RadioGroup } from '../ui/choice-group';
import { fieldProps } from '../ui/conform-field';
import { TextField } from '../ui/text-field';
import { NotificationMatrix } from './components/notification-matrix';
import { notificationSettingsSchema } from './notifications.schema';

export const handle = {
  title: 'titles.notification_settings',
  gate: 'member',
  i18n: ['settings'],
  form: 'notifications',
} satisfies RouteHandle;

const PATH = '/settings/notifications';
/** Of the contract, whose file stays on the server. */
const DIGESTS: typeof digests = ['off', 'daily', 'weekly'];

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireMember(args, handle);
  const settings = await api.call(contract.notificationSettings.getNotificationSettings);
  const { channels, ...times } = settings;
  const on = Object.entries(channels).map(([kind, wanted]) => [kind, channelsOf(wanted)] as const);
  return { ...times, saved: Object.fromEntries(on) };
}

const channelsOf = (wanted: Record<(typeof notificationChannels)[number], boolean>) =>
  notificationChannels.filter((channel) => wanted[channel]).join(' ');

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const form = await parseForm(args, notificationSettingsSchema);
  if (!form.value) return form.reply();
  const json = choiceOf(form.value);
  const answer = await current.api.attempt(contract.notificationSettings.setNotificationSettings, { json });
  if (!answer.ok) return form.reply(answer.failure);
  return redirectWithFlash(current, PATH, { kind: 'success', text: 'settings:notifications.saved' });
}

function choiceOf({ quiet_from, quiet_to, digest, ...rows }: z.output<typeof notificationSettingsSchema>) {
  const ticked = (boxes: readonly string[]) =>
    Object.fromEntries(notificationChannels.map((channel) => [channel, boxes.includes(channel)]));
  const chosen = choosableKinds.map((kind) => [kind, ticked(rows[kind])]);
  return {
    channels: { security: ticked(notificationChannels), ...Object.fromEntries(chosen) },
    quiet_hours: quiet_from && quiet_to ? { from: quiet_from, to: quiet_to } : null,
    digest,
  };
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
