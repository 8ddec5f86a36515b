import { useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { Button } from '../../ui/button';
import { CheckboxField } from '../../ui/checkbox-field';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { Menu, MenuPanel } from '../../ui/menu';
import { Both, type Specimen } from '../both';

export function Dialogs() {
  return (
    <Both>
      {(specimen) => (
        <>
          <InHtml {...specimen} />
          <WithScript {...specimen} />
          <Menus {...specimen} />
          <Tabs {...specimen} />
        </>
      )}
    </Both>
  );
}

/** A dialog as the server sends it. The frame limits its shadow. */
function InHtml({ say, id }: Specimen) {
  return (
    <div className="frame-demo">
      <dialog open className="stack" aria-labelledby={id('terms-dialog')}>
        <h3 className="dlg-h" id={id('terms-dialog')}>
          {say('Our terms have changed', 'Unsere Bedingungen haben sich geändert')}
        </h3>
        <ul className="lines">
          <li>
            <a href="#dialogs">{say('Membership terms, version 7', 'Mitgliedsbedingungen, Fassung 7')}</a>
            <span className="sub">
              {say('Changed: section 4, notice period.', 'Geändert: Abschnitt 4, Kündigungsfrist.')}
            </span>
          </li>
        </ul>
        <form className="stack" action="/ui">
          <CheckboxField
            id={id('agree')}
            name="agree"
            label={say('I agree to this version', 'Ich stimme dieser Fassung zu')}
            required
          />
          <div className="row">
            <Button type="button">{say('Agree and continue', 'Zustimmen und weiter')}</Button>
            <Button type="button" kind="quiet">
              {say('Sign out', 'Abmelden')}
            </Button>
          </div>
        </form>
      </dialog>
    </div>
  );
}

function WithScript({ say, id }: Specimen) {
  const scripted = useHydrated();
  const [open, setOpen] = useState<'free' | 'blocking' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="row" hidden={!scripted}>
      <Button type="button" kind="second" onClick={() => setOpen('free')}>
        {say('Open a dialog', 'Dialog öffnen')}
      </Button>
      <Button type="button" kind="second" onClick={() => setOpen('blocking')}>
        {say('Open a blocking one', 'Sperrenden öffnen')}
      </Button>
      <Dialog
        id={id('free')}
        title={say('Too many requests', 'Zu viele Anfragen')}
        open={open === 'free'}
        onClose={close}
      >
        <p>{say('Please try again later.', 'Bitte versuche es später noch einmal.')}</p>
      </Dialog>
      <Dialog id={id('blocking')} title={say('Please confirm', 'Bitte bestätige')} open={open === 'blocking'} blocking>
        <p>{say('Only the button leads out.', 'Nur der Knopf führt hinaus.')}</p>
        <p>
          <Button type="button" onClick={close}>
            {say('Confirm', 'Bestätigen')}
          </Button>
        </p>
      </Dialog>
    </div>
  );
}

function Menus({ say }: Specimen) {
  return (
    <div className="menu-demo">
      <Menu label={say('Export', 'Exportieren')} align="start" open>
        <MenuPanel>
          <a href="#dialogs">
            <Icon name="file" />
            {say('Statement (PDF)', 'Kontoauszug (PDF)')}
          </a>
          <a href="#dialogs">
            <Icon name="download" />
            {say('Entries (CSV)', 'Buchungen (CSV)')}
          </a>
          <button type="button">
            <Icon name="print" />
            {say('Print', 'Drucken')}
          </button>
        </MenuPanel>
      </Menu>
    </div>
  );
}

function Tabs({ say }: Specimen) {
  return (
    <nav className="tabs" aria-label={say('Tickets by state', 'Tickets nach Stand')}>
      <a href="#dialogs" aria-current="page">
        {say('Open', 'Offen')}
      </a>
      <a href="#dialogs">{say('Your turn', 'Du bist dran')}</a>
      <a href="#dialogs">{say('Solved', 'Gelöst')}</a>
    </nav>
  );
}
