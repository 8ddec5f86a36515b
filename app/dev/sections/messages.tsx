import { Alert } from '../../ui/alert';
import { Badge } from '../../ui/badge';
import { Flash } from '../../ui/flash';
import { Icon } from '../../ui/icon';
import { Both } from '../both';

export function Messages() {
  return (
    <Both>
      {({ say }) => (
        <>
          <div className="notice">
            <p>
              {say(
                'We update the software daily. A page may have a fault.',
                'Wir aktualisieren die Software täglich. Eine Seite kann fehlerhaft sein.',
              )}
            </p>
            <button type="button" className="tool">
              <Icon name="close" />
              <span className="vh">{say('Hide this notice', 'Diesen Hinweis ausblenden')}</span>
            </button>
          </div>
          <Alert title={say('For your information.', 'Für dich zur Info.')}>
            {say('Our staff are away on 24 December.', 'Am 24. Dezember ist unser Team nicht da.')}
          </Alert>
          <Alert kind="success" title={say('Payment received.', 'Zahlung erhalten.')}>
            {say('Your three plants have been assigned.', 'Deine drei Pflanzen sind zugeteilt.')}{' '}
            <a href="#growth">{say('See your plants', 'Pflanzen ansehen')}</a>
          </Alert>
          <Alert kind="warning" title={say('Partly paid.', 'Teilweise bezahlt.')}>
            {say(
              '€298.00 are missing, by Wednesday, 25 November 2026.',
              'Es fehlen noch 298,00 €, spätestens bis Mittwoch, 25.11.2026.',
            )}
          </Alert>
          <Alert kind="error" title={say('Too many requests.', 'Zu viele Anfragen.')}>
            {say('Please try again later, in about 40 seconds.', 'Bitte versuche es in etwa 40 Sekunden noch einmal.')}
          </Alert>
          <Flash kind="success">{say('Address saved.', 'Adresse gespeichert.')}</Flash>
          <Flash kind="info">
            {say('Reply sent. We answer within 1 working day.', 'Gesendet. Wir antworten binnen 1 Werktag.')}
          </Flash>
          <Flash kind="error">
            {say(
              'The address was not saved. Please try again.',
              'Die Adresse ist nicht gespeichert. Bitte noch einmal.',
            )}
          </Flash>
        </>
      )}
    </Both>
  );
}

export function Badges() {
  return (
    <Both>
      {({ say }) => (
        <div className="row">
          <Badge tone="good">{say('completed', 'abgeschlossen')}</Badge>
          <Badge tone="warn">{say('pending', 'ausstehend')}</Badge>
          <Badge tone="info" icon="undo">
            {say('reversed', 'zurückgebucht')}
          </Badge>
          <Badge tone="stop">{say('failed', 'fehlgeschlagen')}</Badge>
          <Badge icon="lock">{say('closed', 'geschlossen')}</Badge>
          <Badge icon="eye">{say('unread', 'ungelesen')}</Badge>
          <Badge>{say('Coming Soon!', 'Demnächst!')}</Badge>
          <span className="pip">
            3<span className="vh"> {say('unread', 'ungelesen')}</span>
          </span>
        </div>
      )}
    </Both>
  );
}
