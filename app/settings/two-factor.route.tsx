import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { postedForm } from '../platform/request/posted-form.server';
import { RecoveryCodes } from './components/recovery-codes';
import { TwoFactorBegin } from './components/two-factor-begin';
import { TwoFactorOverview } from './components/two-factor-overview';
import { TwoFactorSetup } from './components/two-factor-setup';
import { begin, confirm, loadTwoFactor } from './two-factor.server';

/** Id of the form, whichever form the page shows. */
const FORM = 'two-factor';

export const handle = {
  title: 'titles.two_factor',
  step: (data, t, answer) => stepOf(data as Data, t, answer),
  gate: 'member',
  i18n: ['settings'],
  form: FORM,
} satisfies RouteHandle;

/** Returns the title of a step after the first, which is also its heading. */
function stepOf({ enabledAt, setup }: Data, t: (key: string) => string, answer: unknown) {
  if (answer && typeof answer === 'object' && 'codes' in answer) return t('settings:two_factor.codes.title');
  return !enabledAt && setup && t('settings:two_factor.setup.title');
}

type Data = Awaited<ReturnType<typeof loadTwoFactor>>;

export async function loader(args: LoaderFunctionArgs) {
  return loadTwoFactor(await requireMember(args, handle));
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const { fields } = await postedForm(current);
  return fields.get('intent') === 'begin' ? begin(args, current) : confirm(args, current);
}

export default function TwoFactor() {
  const { t } = useTranslation();
  const data = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  return (
    <>
      <div className="head">
        <h1>{stepOf(data, t, answer) || t('titles.two_factor')}</h1>
      </div>
      <Content data={data} answer={answer} />
    </>
  );
}

type Answer = ReturnType<typeof useAnswer<typeof action>>;

function Content({ data, answer }: { data: Data; answer: Answer }) {
  const { enabledAt, codesLeft, setup, hasPassword, email } = data;
  if (answer && 'codes' in answer) return <RecoveryCodes id={FORM} codes={answer.codes} email={email} />;
  if (enabledAt) return <TwoFactorOverview since={enabledAt} codesLeft={codesLeft} />;
  if (setup) return <TwoFactorSetup id={FORM} setupKey={setup.key} url={setup.url} qr={setup.qr} lastResult={answer} />;
  return <TwoFactorBegin id={FORM} hasPassword={hasPassword} lastResult={answer} />;
}
