import { Form } from '@remix-run/react';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useTranslation } from '../../platform/i18n/use-translation';
import { MailboxLink } from '../../platform/page/mailbox-link';
import { Button } from '../../ui/button';

/** Fixed names, docs/product/staff.md#fixed-names. Only a demo club has them. */
const MEMBERS = ['anna', 'ben', 'clara'] as const;
const STAFF = ['greta', 'holger'] as const;

/** Signs a visitor in with one press, and names the accounts for those who would rather type. */
export function DemoAccounts() {
  const { t } = useTranslation('session');
  return (
    <section className="stack small" aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">{t('demo.title')}</h2>
      <p className="muted">{t('demo.text')}</p>
      <Form method="post" action="/login/demo" id="demo" className="stack">
        <HiddenFields guest />
        {MEMBERS.map((name) => (
          <div key={name} className="stack stack-s">
            <Button kind="second" block name="account" value={name} aria-describedby={`demo-${name}`}>
              {t(`demo.as.${name}`)}
            </Button>
            <p id={`demo-${name}`} className="muted">
              {t(`demo.about.${name}`)}
            </p>
          </div>
        ))}
      </Form>
      <p className="muted">{t('demo.typed')}</p>
      <ul className="lines">
        {MEMBERS.map((name) => (
          <li key={name} className="ref">
            {name}@example.org
          </li>
        ))}
        {STAFF.map((name) => (
          <li key={name}>
            <span className="ref">{name}@example.org</span> {t('demo.staff')}
          </li>
        ))}
      </ul>
      <p>
        {t('demo.password')} <span className="ref">almende-demo</span>. <MailboxLink />
      </p>
      <p>
        {t('demo.page')} <a href="/demo">{t('common:shell.demo_page')}</a>
      </p>
    </section>
  );
}
