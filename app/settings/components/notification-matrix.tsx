import type { notificationChannels, notificationKinds } from '../../../upstream/contract/notification-settings';
import { useTranslation } from '../../platform/i18n/use-translation';
import { type Column, Table } from '../../ui/table';

interface NotificationMatrixProps {
  /** The active channels of each kind, separated by spaces. The kinds are in upstream's order. */
  saved: Record<Kind, string>;
  /** The ticked boxes of a form that is shown again. A row without ticks is missing. */
  typed: Record<string, unknown> | null;
}

type Kind = (typeof notificationKinds)[number];

const LOCKED = 'security';
/** Repeats the contract's list, because the contract's file stays on the server. */
const CHANNELS: typeof notificationChannels = ['site', 'mail', 'push'];
const REASON = 'notifications-security';

/** Kinds of notifications by channel. Each checkbox has the names of its row and its column. */
export function NotificationMatrix({ saved, typed }: NotificationMatrixProps) {
  const { t } = useTranslation('settings');
  const isOn = (kind: Kind, channel: string) =>
    typed && kind !== LOCKED ? [typed[kind]].flat().includes(channel) : saved[kind].split(' ').includes(channel);
  const name: Column<Kind> = {
    key: 'kind',
    header: t('notifications.matrix.about'),
    part: 'lead',
    cell: (kind) => (
      <>
        {t(`notifications.kinds.${kind}`)}{' '}
        {kind === LOCKED && (
          <span className="sub" id={REASON}>
            {t('notifications.matrix.locked')}
          </span>
        )}
      </>
    ),
  };
  const boxes = CHANNELS.map((channel): Column<Kind> => {
    const label = t(`notifications.channels.${channel}`);
    return {
      key: channel,
      header: label,
      cell: (kind) => (
        <label className="tick">
          <input
            type="checkbox"
            name={kind === LOCKED ? undefined : kind}
            value={channel}
            defaultChecked={isOn(kind, channel)}
            disabled={kind === LOCKED}
            aria-describedby={kind === LOCKED ? REASON : undefined}
          />
          <span className="vh">{t(`notifications.kinds.${kind}`)}: </span>
          <span>{label}</span>
        </label>
      ),
    };
  });
  return (
    <div className="matrix full">
      <Table
        caption={t('notifications.matrix.title')}
        columns={[name, ...boxes]}
        rows={Object.keys(saved) as Kind[]}
        rowKey={(kind) => kind}
      />
    </div>
  );
}
