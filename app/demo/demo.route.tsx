import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { parseForm } from '../platform/form/forms.server';
import { Refusal } from '../platform/form/refusal';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { redirectWithFlash } from '../platform/request/responses.server';
import { Card } from '../ui/card';
import { ActLine } from './components/act-line';
import { DeedList } from './components/deed-list';
import { actSchema } from './demo.schema';
import { listActs, requireDemoMember } from './demo.server';

export const handle = { title: 'titles.demo', gate: 'member', i18n: ['demo'] } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireDemoMember(args);
  const { data: deeds } = await current.api.call(contract.demo.listDeeds);
  return { acts: listActs(current), deeds };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireDemoMember(args);
  const form = await parseForm(args, actSchema);
  if (!form.value) return form.reply();
  const answer = await current.api.attempt(contract.demo.actInDemo, { json: form.value });
  if (!answer.ok) return form.reply(answer.failure);
  const { what, name } = answer.data;
  const values = { name: name ?? '' };
  return redirectWithFlash(current, '/demo', { kind: 'success', text: `demo:deeds.${what}`, values });
}

/** What the others of a demo club do, and how a visitor lets them do it now. */
export default function Demo() {
  const { t } = useTranslation('demo');
  const { acts, deeds } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="head">
        <h1>{t('common:titles.demo')}</h1>
        <p className="muted">{t('intro')}</p>
      </div>
      <Refusal formId="demo" label={t('common:titles.demo')} />
      <div className="grid">
        <div className="w6 stack stack-l">
          <Card title={t('now')}>
            <ul className="lines">
              {acts.map((act) => (
                <ActLine key={act} act={act} />
              ))}
            </ul>
          </Card>
        </div>
        <div className="w6 stack stack-l">
          <Card title={t('happened')}>
            <DeedList deeds={deeds} />
          </Card>
          <Card title={t('alone')}>
            <ul className="lines">
              {(['bank', 'staff', 'growing', 'members', 'office'] as const).map((who) => (
                <li key={who}>{t(`by.${who}`)}</li>
              ))}
            </ul>
          </Card>
        </div>
      </div>
    </>
  );
}
