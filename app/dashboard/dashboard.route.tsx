import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { Time } from '../ui/time';
import { DashboardCard } from './cards';
import { loadCards } from './cards.server';
import { HiddenIntroductions } from './components/hidden-introductions';
import { Introduction } from './components/introduction';
import { Reminders } from './components/reminders';
import { greetingAt } from './greeting.server';
import { INTRODUCTIONS } from './introductions';

export const handle = { title: 'titles.dashboard', gate: 'member', modules: ['wallet'] } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { user } = current.member;
  const now = new Date();
  return {
    greeting: greetingAt(now, user.timezone ?? current.preferences.timeZone),
    firstname: user.address.firstname || user.name,
    now: now.toISOString(),
    email: user.email,
    reminders: { email: !user.email_verified, address: !user.address_is_filled },
    hidden: INTRODUCTIONS.filter((id) => user.instruction_state[`${id}_closed`]),
    cards: await loadCards(current),
  };
}

export default function Dashboard() {
  const { t } = useTranslation();
  const { greeting, firstname, now, email, reminders, hidden, cards } = useLoaderData<typeof loader>();
  const [first, ...rest] = cards;
  return (
    <>
      <div className="head">
        <h1>{t(`dashboard.greeting.${greeting}`, { name: firstname })}</h1>
        <p className="muted">
          <Time at={now} format="day" />
        </p>
      </div>
      <div className="grid">
        <Reminders email={email} reminders={reminders} />
        {first ? <DashboardCard card={first} /> : null}
        {hidden.includes('register_intro') ? null : <Introduction id="register_intro" />}
        {hidden.includes('android_app') ? null : <Introduction id="android_app" />}
        {rest.map((card) => (
          <DashboardCard key={card.name} card={card} />
        ))}
        <HiddenIntroductions ids={hidden} />
      </div>
    </>
  );
}
