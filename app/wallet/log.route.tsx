import type { LoaderFunctionArgs } from '@remix-run/node';
import { data } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { useRefusal } from '../platform/page/page-state';
import { contextOf, type RequestContext } from '../platform/request/request-context.server';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';
import { ErrorSummary } from '../ui/error-summary';
import { Facts } from '../ui/facts';
import { TextField } from '../ui/text-field';
import { Time } from '../ui/time';

export const handle = { title: 'wallet:log.title', gate: 'open', i18n: ['wallet'], wide: true } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await contextOf(args);
  const { head, verifier_keys: keys } = await current.api.call(contract.ledger.getLogHead);
  const typed = current.url.searchParams.get('from')?.trim();
  const comparison = head && typed ? await compare(current, typed, head.size) : null;
  return data({ head, keys, comparison }, { status: comparison?.status ?? 200 });
}

/** Proves that the log of today begins with an earlier one, for the owner of a receipt or a head. */
async function compare({ api, t }: RequestContext, typed: string, size: number) {
  const from = /^\d{1,15}$/.test(typed) ? Number(typed) : 0;
  if (from < 1) return { typed, status: 422, fault: t('wallet:log.whole_number') };
  if (from > size) return { typed, status: 422, fault: t('wallet:log.too_large', { size }) };
  const answer = await api.attempt(contract.ledger.getLogConsistency, { query: { from, to: size } });
  if (answer.ok) return { typed, status: 200, proof: answer.data };
  if (answer.failure.status === 404) return { typed, status: 404, fault: t('wallet:log.no_head', { size: from }) };
  return { typed, status: answer.failure.status, fault: answer.failure.message };
}

export default function Log() {
  const { t } = useTranslation('wallet');
  const { head, keys, comparison } = useLoaderData<typeof loader>();
  const faults = comparison?.fault ? [{ fieldId: 'from', message: comparison.fault }] : [];
  useRefusal(faults.length > 0, comparison, 'compare');
  return (
    <article className="stack stack-l">
      <div className="stack stack-s">
        <h1>{t('log.heading')}</h1>
        <p className="muted">{t('log.intro')}</p>
      </div>
      {head ? (
        <section className="stack" aria-labelledby="head">
          <h2 id="head">{t('log.head')}</h2>
          <p>
            {t('log.entries', { count: head.size })}, <Time at={head.signed_at} />
          </p>
          <Facts
            facts={[
              { label: t('log.root'), value: head.root_hash, long: true },
              { label: t('log.note'), value: head.note, long: true },
            ]}
          />
        </section>
      ) : (
        <Alert kind="info">{t('log.empty')}</Alert>
      )}
      <section className="stack" aria-labelledby="keys">
        <h2 id="keys">{t('log.keys')}</h2>
        <Facts
          facts={keys.map((key, at) => ({ label: t(at === 0 ? 'log.key' : 'log.old_key'), value: key, long: true }))}
        />
      </section>
      <section className="stack" aria-labelledby="verifier">
        <h2 id="verifier">{t('log.verifier')}</h2>
        <p>{t('log.verifier_text')}</p>
        <p className="row">
          <a href="/log/verifier.html">{t('log.verifier_open')}</a>{' '}
          <a href="/log/verifier.html" download="verifier.html">
            {t('log.verifier_download')}
          </a>
        </p>
      </section>
      {head ? (
        <form method="get" className="stack" id="compare" aria-labelledby="compare-h" noValidate>
          <h2 id="compare-h">{t('log.compare')}</h2>
          <ErrorSummary errors={faults} attempt={comparison} />
          <TextField
            id="from"
            name="from"
            label={t('log.earlier')}
            hint={t('log.earlier_hint')}
            inputMode="numeric"
            required
            defaultValue={comparison?.typed}
            errors={comparison?.fault ? [comparison.fault] : undefined}
          />
          <div className="row">
            <Button kind="second">{t('log.show')}</Button>
          </div>
          {comparison?.proof ? <Consistency proof={comparison.proof} /> : null}
        </form>
      ) : null}
    </article>
  );
}

type Proof = NonNullable<NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['comparison']>['proof']>;

function Consistency({ proof: { from, to, path } }: { proof: Proof }) {
  const { t } = useTranslation('wallet');
  return (
    <div className="stack" role="status">
      <p>{t('log.consistent', { from: from.size, to: to.size })}</p>
      <Facts
        facts={[
          { label: t('log.note'), value: from.note, long: true },
          ...path.map((hash, at) => ({ label: t('log.hash', { number: at + 1 }), value: hash, long: true })),
        ]}
      />
    </div>
  );
}
