import type { DeedName } from '../../../upstream/contract/demo';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Link } from '../../ui/link';
import { Time } from '../../ui/time';

interface DeedListProps {
  deeds: { id: number; at: string; what: DeedName; name: string | null; path: string | null }[];
}

/** Who did what, the newest first. Each sentence leads to the page that shows it. */
export function DeedList({ deeds }: DeedListProps) {
  const { t } = useTranslation('demo');
  if (deeds.length === 0) return <p className="muted">{t('nothing')}</p>;
  return (
    <ol className="lines">
      {deeds.map(({ id, at, what, name, path }) => {
        const sentence = t(`deeds.${what}`, { name });
        return (
          <li key={id} className="stack stack-s">
            {path ? <Link to={path}>{sentence}</Link> : <span>{sentence}</span>}
            <span className="small muted">
              <Time at={at} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}
