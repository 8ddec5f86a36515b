import { useEffect, useState } from 'react';
import { useTranslation } from '../platform/i18n/use-translation';
import { Button } from '../ui/button';

/**
 * Script only: asks on a click for permission to show browser notifications, and shows the answer. Only the browser's
 * settings can undo a refusal.
 */
export function BrowserNotifications() {
  const { t } = useTranslation();
  const [permission, setPermission] = useState<NotificationPermission | null>(null);
  useEffect(() => {
    if ('Notification' in window) setPermission(Notification.permission);
  }, []);
  if (permission === null) return null;
  const ask = async () => setPermission(await Notification.requestPermission());
  return (
    <div className="row" role="status">
      {permission === 'default' ? (
        <Button type="button" kind="second" small icon="bell" onClick={ask}>
          {t('shell.browser_notifications.ask')}
        </Button>
      ) : (
        <p className="small muted">{t(`shell.browser_notifications.${permission}`)}</p>
      )}
    </div>
  );
}
