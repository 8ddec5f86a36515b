import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { parseForm } from '../platform/form/forms.server';
import { Refusal } from '../platform/form/refusal';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { pageNumber } from '../platform/page/paginator.server';
import { requireMember } from '../platform/request/gates.server';
import { postedForm } from '../platform/request/posted-form.server';
import { redirect, redirectWithFlash } from '../platform/request/responses.server';
import { Card } from '../ui/card';
import { Link } from '../ui/link';
import { Pagination } from '../ui/pagination';
import { DeviceLine, RevokeOthers } from './components/device-line';
import { PushPhones } from './components/push-phones';
import { devicesSchema } from './devices.schema';
import { removeDevice } from './devices.server';

export const handle = { title: 'titles.devices', gate: 'member', i18n: ['settings'] } satisfies RouteHandle;

/** The page weight leaves room for no more (quality: 14,600 bytes). */
const SHOWN = 3;
const SHOWN_PHONES = 1;

const pathOf = (page: number) => (page > 1 ? `/settings/devices?page=${page}` : '/settings/devices');

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const page = pageNumber(current.url.searchParams.get('page'));
  const [list, phones] = await Promise.all([
    current.api.call(contract.devices.listDevices, { query: { page, per_page: SHOWN } }),
    current.api.call(contract.push.listPushRegistrations),
  ]);
  // Signing out the last device on the last page makes the list one page shorter.
  if (page > list.last_page) throw await redirect(current, pathOf(list.last_page));
  const { data: devices, current_page, last_page, from, to, total } = list;
  const shown = current.url.searchParams.get('phones') === 'all' ? phones.data.length : SHOWN_PHONES;
  const more = Math.max(0, phones.data.length - shown);
  return { devices, pages: { current_page, last_page, from, to, total }, phones: phones.data.slice(0, shown), more };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const form = await parseForm(args, devicesSchema);
  const here = `/settings/devices${current.url.search}`;
  if (!form.value) {
    // After unlocking, the member sees the current sessions before any of them ends.
    return (await postedForm(current)).redisplay ? redirect(current, here) : form.reply();
  }
  const { answer, flash } = await removeDevice(current, form.value);
  if (answer.ok) return redirectWithFlash(current, here, { kind: 'success', ...flash });
  const { failure } = answer;
  return form.reply(failure.status === 404 ? { ...failure, message: current.t('settings:devices.gone') } : failure);
}

/** After a failure the list is loaded again too, because the device may be gone already. */
export const shouldRevalidate = () => true;

export default function Devices() {
  const { t } = useTranslation('settings');
  const { devices, pages, phones, more } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="head">
        <h1>{t('common:titles.devices')}</h1>
        <p className="muted">{t('devices.intro')}</p>
      </div>
      <div className="stack stack-l">
        <Refusal formId="devices" label={t('common:titles.devices')} />
        <Card title={t('devices.signed_in')} end={pages.total > 1 ? <RevokeOthers /> : undefined}>
          <div className="stack">
            <ul className="lines">
              {devices.map((device) => (
                <DeviceLine key={device.id} device={device} />
              ))}
            </ul>
            <Pagination page={pages} href={pathOf} />
            <p className="small muted">
              {t('devices.unknown')} <Link to="/settings/account">{t('devices.new_password')}</Link>.
            </p>
          </div>
        </Card>
        <PushPhones phones={phones} more={more} />
        <p>
          {t('devices.ghost.text')} <Link to="/settings/privacy">{t('devices.ghost.link')}</Link>
        </p>
      </div>
    </>
  );
}
