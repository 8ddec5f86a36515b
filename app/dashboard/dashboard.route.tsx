import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { isClosed } from '../platform/page/introductions';
import { listIntroductions } from '../platform/page/introductions.server';
import { env } from '../platform/request/env.server';
import { type Member, requireMember } from '../platform/request/gates.server';
import { Time } from '../ui/time';
import { DashboardCard } from './cards';
import { type CardName, loadCards } from './cards.server';
import { HiddenIntroductions } from './components/hidden-introductions';
import { Introduction } from './components/introduction';
import { Reminders } from './components/reminders';
import { greetingAt } from './greeting.server';

export const handle = {
  title: 'titles.dashboard',
  gate: 'member',
  modules: ['wallet'],
  i18n: ['wallet'],
} satisfies RouteHandle;

/** Cards that need no action stand below the introductions, where their columns fill the rows. */
const BELOW: CardName[] = ['news', 'team'];

/** The user agent of the native shell. A reader there already has the app. */
const IN_APP = /\bAlmendeApp\//;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { user } = current.member;
  const now = new Date();
  const isInApp = IN_APP.test(current.request.headers.get('user-agent') ?? '');
  const offered = listIntroductions().filter((id) => !(isInApp && id === 'android_app'));
  return {
    greeting: greetingAt(now, user.timezone ?? current.preferences.timeZone),
    firstname: user.address.firstname || user.name,
    now: now.toISOString(),
    email: user.email,
    reminders: { email: !user.email_verified, address: !user.address_is_filled },
    shown: offered.filter((id) => !isClosed(id, user)),
    appUrl: env().androidAppUrl,
    hidden: offered.filter((id) => isClosed(id, user)),
    tickets: ticketsThatWait(current),
    cards: await loadCards(current),
  };
}

/** How many tickets wait for the member's reply, as far as the back end counts them in the header. */
function ticketsThatWait({ member: { user, notifications }, modules }: Member): number {
  const readsTickets = modules.includes('support') && user.permissions.includes('support.view');
  return (readsTickets && notifications.tickets?.waiting_count) || 0;
}

export default function Dashboard() {
  const { t } = useTranslation();
  const { greeting, firstname, now, shown, hidden, appUrl, cards, ...waiting } = useLoaderData<typeof loader>();
  const [first, ...others] = cards;
  const isBelow = ({ name }: { name: CardName }) => BELOW.includes(name);
  const hasWallet = first?.name === 'balance';
  const balances = first?.name === 'balance' && first.result.ok ? first.result.data.balances : [];
  const open = cards.find((card) => card.name === 'open')?.result;
  const appointment = cards.find((card) => card.name === 'appointment')?.result;
  return (
    <>
      <div className="head">
        <h1>{t(`dashboard.greeting.${greeting}`, { name: firstname })}</h1>
        <p className="muted">
          <Time at={now} format="day" />
        </p>
      </div>
      <div className="grid">
        {hasWallet && <DashboardCard card={first} />}
        <Reminders
          {...waiting}
          open={open}
          appointment={appointment}
          debt={balances.find(({ owed }) => owed)}
          width={hasWallet ? 5 : 7}
        />
        {first && !hasWallet && <DashboardCard card={first} />}
        {others
          .filter((card) => !isBelow(card))
          .map((card) => (
            <DashboardCard key={card.name} card={card} />
          ))}
        {shown.map((id) => (
          <Introduction key={id} id={id} appUrl={appUrl} />
        ))}
        {others.filter(isBelow).map((card) => (
          <DashboardCard key={card.name} card={card} />
        ))}
        <HiddenIntroductions ids={hidden} />
      </div>
    </>
  );
}
