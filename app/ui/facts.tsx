import { Fragment, type ReactNode, useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { useTranslation } from '../platform/i18n/use-translation';
import { classNames } from './class-names';
import { Icon } from './icon';

export interface Fact {
  label: string;
  value: string;
  /** How the value is shown, if not as it is. */
  shown?: ReactNode;
  /** What the button copies, if not the value itself. */
  copied?: string;
  /** For an IBAN, a label or a key. */
  mono?: boolean;
  /** A signature or a key takes all the width, under its name. */
  long?: boolean;
  /** Stands behind the value and is not copied, because the fields of banks take figures only. */
  unit?: string;
}

/** Facts to copy. One tap selects the whole value. With script a button copies it. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const scripted = useHydrated();
  return (
    <dl className="facts lines">
      {facts.map(({ label, value, shown = value, copied = value, mono, long, unit }) => (
        <div key={label} className={long ? 'long' : undefined}>
          <dt>{label}</dt>
          <dd className={classNames(!unit && 'copy', (mono || long) && 'mono')}>
            {unit ? <span className="copy">{shown}</span> : shown}
            {unit ? ` ${unit}` : null}
          </dd>
          {/* Not in the HTML: text browsers show what is hidden. The key gives another value a fresh button. */}
          {scripted ? <CopyButton key={copied} label={label} value={copied} /> : null}
        </div>
      ))}
    </dl>
  );
}

/** An IBAN in groups of four. Lines break after two groups, and no group stands alone. */
export function Iban({ iban }: { iban: string }) {
  const parts = iban.match(/.{8}(?=.{5})|.+/g)?.map((part, at) => ({ at, words: part.replace(/(.{4})(?=.)/g, '$1 ') }));
  return parts?.map(({ at, words }) => (
    <Fragment key={at}>
      {at > 0 ? ' ' : null}
      <span className="num">{words}</span>
    </Fragment>
  ));
}

function CopyButton({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <dd>
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
