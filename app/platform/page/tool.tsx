import type { LinkProps } from '@remix-run/react';
import { Icon } from '../../ui/icon';
import type { IconName } from '../../ui/icon-names';
import { Link } from '../../ui/link';
import { useTranslation } from '../i18n/use-translation';

const MOST_SHOWN = 99;

interface ToolProps extends LinkProps {
  icon: IconName;
  count: number;
  /** Key of the text with the count. */
  label: string;
}

/** A link of the top bar with a count. */
export function Tool({ icon, count, label, ...link }: ToolProps) {
  const { t } = useTranslation();
  return (
    <Link className="tool" {...link}>
      <Icon name={icon} />
      <span className="vh">{t(label, { count })}</span>{' '}
      {count > 0 ? (
        <span className="count" aria-hidden="true">
          {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
        </span>
      ) : null}
    </Link>
  );
}
