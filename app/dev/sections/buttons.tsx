import { Button, LinkButton } from '../../ui/button';
import { Both } from '../both';

export function Buttons() {
  return (
    <Both>
      {({ say }) => (
        <>
          <div className="row">
            <Button type="button">{say('Save', 'Speichern')}</Button>
            <Button type="button" kind="second">
              {say('Download PDF', 'PDF herunterladen')}
            </Button>
            <Button type="button" kind="quiet">
              {say('Cancel', 'Abbrechen')}
            </Button>
            <Button type="button" kind="danger">
              {say('Cancel the order', 'Bestellung stornieren')}
            </Button>
            <Button type="button" kind="link">
              {say('A button that reads as a link', 'Ein Knopf, der sich als Link liest')}
            </Button>
          </div>
          <div className="row">
            <LinkButton to="#buttons" icon="in">
              {say('Deposit', 'Einzahlen')}
            </LinkButton>
            <Button type="button" kind="second" icon="copy">
              {say('Copy', 'Kopieren')}
            </Button>
            <Button type="button" small>
              {say('Small', 'Klein')}
            </Button>
            <Button type="button" kind="second" small>
              {say('Small second', 'Kleiner zweiter')}
            </Button>
            <Button type="button" busy>
              {say('Being sent', 'Wird gesendet')}
            </Button>
          </div>
          <Button type="button" block>
            {say('Sign in', 'Anmelden')}
          </Button>
          <Button
            type="button"
            reason={say(
              'Not possible yet: confirm your e-mail address first.',
              'Noch nicht möglich: Bestätige zuerst deine E-Mail-Adresse.',
            )}
          >
            {say('Withdraw', 'Auszahlen')}
          </Button>
        </>
      )}
    </Both>
  );
}
