import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './class-names';
import { Icon } from './icon';
import { useScripted } from './scripted';

export interface Fact {
  label: string;
  value: string;
  /** IBAN, label, key. */
  mono?: boolean;
}

/** Facts to carry elsewhere: one tap marks the whole value; with script a button copies it. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts lines">
      {facts.map(({ label, value, mono }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={classNames('copy', mono && 'mono')}>{value}</dd>
          <CopyButton label={label} value={value} />
        </div>
      ))}
    </dl>
  );
}

function CopyButton({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation();
  const scripted = useScripted();
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <dd hidden={!scripted}>
      <button type="button" className="btn second small" onClick={copy}>
        <Icon name={copied ? 'check' : 'copy'} />
        {t(copied ? 'ui.copied' : 'ui.copy')}
        <span className="vh">: {label}</span>
      </button>
      <span className="vh" role="status">
        {copied ? t('ui.copied') : ''}
      </span>
    </dd>
  );
}
