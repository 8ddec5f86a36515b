import { useTranslation } from 'react-i18next';
import { useRootData } from '../../platform/page/root-data';

/** Fixed names, docs/product/staff.md#fixed-names. Only a demo club has them. */
const ACCOUNTS = ['anna', 'ben', 'clara', 'greta', 'holger'] as const;

export function DemoAccounts() {
  const { t } = useTranslation('session');
  const root = useRootData();
  return (
    <section className="stack small" aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">{t('demo.title')}</h2>
      <p className="muted">{t('demo.text')}</p>
      <ul className="lines">
        {ACCOUNTS.map((name) => (
          <li key={name}>
            <span className="ref">{name}@example.org</span> {t(`demo.${name}`)}
          </li>
        ))}
      </ul>
      <p>
        {t('demo.password')} <span className="ref">almende-demo</span>.{' '}
        {root?.mailbox ? <a href="/_mail">{t('common:shell.demo_mail')}</a> : null}
      </p>
    </section>
  );
}
