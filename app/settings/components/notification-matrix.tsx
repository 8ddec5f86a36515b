import { useTranslation } from 'react-i18next';
import type { notificationChannels } from '../../../upstream/contract/notification-settings';
import { type Column, Table } from '../../ui/table';

interface NotificationMatrixProps {
  /** The channels of each kind that are on, parted by spaces; kinds in the order of upstream. */
  saved: Record<string, string>;
  /** What a form that is shown again had ticked; a row without ticks is not named. */
  typed: Record<string, unknown> | null;
}

const LOCKED = 'security';
/** Of the contract, whose file stays on the server. */
const CHANNELS: typeof notificationChannels = ['site', 'mail', 'push'];
const REASON = 'notifications-security';

/** What the member is told of, by which ways: a box at each crossing, with the name of its row and its column. */
export function NotificationMatrix({ saved, typed }: NotificationMatrixProps) {
  const { t } = useTranslation('settings');
  const isOn = (kind: string, channel: string) =>
    typed && kind !== LOCKED ? [typed[kind]].flat().includes(channel) : saved[kind]?.split(' ').includes(channel);
  const name: Column<string> = {
    key: 'kind',
    header: t('notifications.matrix.about'),
    part: 'lead',
    cell: (kind) => (
      <>
        {t(`notifications.kinds.${kind}`)}
        {kind === LOCKED && (
          <span className="sub" id={REASON}>
            {t('notifications.matrix.locked')}
          </span>
        )}
      </>
    ),
  };
  const boxes = CHANNELS.map((channel): Column<string> => {
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
    <div className="matrix">
      <Table
        caption={t('notifications.matrix.title')}
        columns={[name, ...boxes]}
        rows={Object.keys(saved)}
        rowKey={(kind) => kind}
      />
    </div>
  );
}
