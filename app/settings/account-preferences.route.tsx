import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { ServerForm, useServerForm } from '../platform/form/form';
import { constraintOf, parseForm } from '../platform/form/forms.server';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { preferenceCookies } from '../platform/request/preferences.server';
import { redirectWithFlash } from '../platform/request/responses.server';
import { Button } from '../ui/button';
import { fieldProps } from '../ui/conform-field';
import { Link } from '../ui/link';
import { SelectField } from '../ui/select-field';
import { preferencesSchema } from './account.schema';
import { listTimeZones } from './time-zones.server';

export const handle = {
  title: 'settings:account.preferences.title',
  gate: 'member',
  i18n: ['settings'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { user } = current.member;
  const showsAll = current.url.searchParams.get('zones') === 'all';
  return {
    constraint: constraintOf(preferencesSchema),
    language: user.language,
    timeZone: user.timezone,
    deviceTimeZone: current.preferences.timeZone,
    zones: listTimeZones(showsAll ? 'all' : 'near', user.timezone),
    showsAll,
  };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const form = await parseForm(args, preferencesSchema);
  if (!form.value) return form.reply();
  const { preferred_language: language, timezone } = form.value;
  const answer = await current.api.attempt(contract.account.updateAccount, {
    json: { language, timezone: timezone || null },
  });
  if (!answer.ok) return form.reply(answer.failure);
  current.setLanguage(language);
  current.setCookie(await preferenceCookies().language.serialize(language));
  return redirectWithFlash(current, '/settings/account', { kind: 'success', text: 'settings:account.saved' });
}

export default function AccountPreferences() {
  const { t } = useTranslation('settings');
  const { constraint, language, timeZone, deviceTimeZone, zones, showsAll } = useLoaderData<typeof loader>();
  const lastResult = useAnswer<typeof action>();
  const [form, fields] = useServerForm<{ preferred_language: string; timezone: string }>({
    id: 'preferences',
    constraint,
    lastResult,
    defaultValue: { preferred_language: language, timezone: timeZone ?? '' },
  });
  const labels = {
    preferred_language: t('account.preferences.language'),
    timezone: t('account.preferences.time_zone'),
  };
  const byDevice = { value: '', label: t('account.preferences.by_device', { zone: deviceTimeZone }) };
  return (
    <>
      <div className="head">
        <h1>{t('account.preferences.title')}</h1>
      </div>
      <ServerForm form={form} lastResult={lastResult} labels={labels}>
        <SelectField
          {...fieldProps(fields.preferred_language)}
          label={labels.preferred_language}
          hint={t('account.preferences.language_hint')}
          options={(['de', 'en'] as const).map((value) => ({
            value,
            label: t(`account.preferences.languages.${value}`),
          }))}
        />
        <SelectField
          {...fieldProps(fields.timezone)}
          label={labels.timezone}
          hint={t('account.preferences.time_zone_hint')}
          options={[byDevice, ...zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))]}
        />
        {showsAll ? null : (
          <p className="small muted">
            {t('account.preferences.zone_missing')}{' '}
            <Button type="submit" kind="link" name="redisplay" value="1" formAction="?zones=all" formNoValidate>
              {t('account.preferences.all_zones')}
            </Button>
          </p>
        )}
        <div className="row">
          <Button type="submit">{t('account.save')}</Button>{' '}
          <Link className="tap" to="/settings/account">
            {t('account.back')}
          </Link>
        </div>
      </ServerForm>
    </>
  );
}
