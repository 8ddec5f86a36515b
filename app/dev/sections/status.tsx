import { NextStep, Stepper } from '../../ui/stepper';
import { Time } from '../../ui/time';
import { Timeline } from '../../ui/timeline';
import { Both, type Specimen } from '../both';

export function Status() {
  return (
    <>
      <Both wide>{(specimen) => <Across {...specimen} />}</Both>
      <Both>{(specimen) => <Upright {...specimen} />}</Both>
    </>
  );
}

function Across({ say }: Specimen) {
  return (
    <>
      <Stepper
        across
        steps={[
          { title: say('Requested', 'Beantragt'), note: say('16 Nov, 09:02', '16.11., 09:02 Uhr'), state: 'done' },
          { title: say('Checked', 'Geprüft'), note: say('17 Nov, 11:40', '17.11., 11:40 Uhr'), state: 'done' },
          {
            title: say('On its way to the bank', 'Unterwegs zur Bank'),
            note: say('since 17 Nov', 'seit 17.11.'),
            state: 'current',
          },
          {
            title: say('In your bank account', 'Auf deinem Bankkonto'),
            note: say('by Thursday, 19 Nov', 'bis Do., 19.11.'),
            state: 'ahead',
          },
        ]}
      />
      <Stepper
        across
        steps={[
          { title: say('Requested', 'Beantragt'), note: say('16 Nov, 09:02', '16.11., 09:02 Uhr'), state: 'done' },
          {
            title: say('Refused', 'Abgelehnt'),
            note: say('another account holder, 17 Nov', 'Kontoinhaber weicht ab, 17.11.'),
            state: 'failed',
          },
          {
            title: say('Balance free again', 'Guthaben wieder frei'),
            note: say('at once, €350.00', 'sofort, 350,00 €'),
            state: 'done',
          },
        ]}
      />
      <Stepper
        across
        steps={[
          { title: say('Ordered', 'Bestellt'), note: say('16 Nov, 09:02', '16.11., 09:02 Uhr'), state: 'done' },
          {
            title: say('Cancelled', 'Storniert'),
            note: say('by you, 17 Nov', 'von dir, 17.11.'),
            state: 'ended',
          },
        ]}
      />
      <NextStep
        what={say(
          'We are checking the request. There is nothing for you to do.',
          'Wir prüfen den Antrag. Du musst nichts tun.',
        )}
        when={<Time at="2026-11-24" format="day" />}
        can={<a href="#status">{say('Cancel the withdrawal', 'Auszahlung stornieren')}</a>}
      />
    </>
  );
}

function Upright({ say }: Specimen) {
  return (
    <>
      <Stepper
        steps={[
          { title: say('Registered', 'Angemeldet'), note: say('2 Nov', '2.11.'), state: 'done' },
          { title: say('Waiting list', 'Warteliste'), note: say('place 4', 'Platz 4'), state: 'current' },
          { title: say('Offered', 'Angeboten'), note: say('24 hours to accept', '24 Stunden Zeit'), state: 'ahead' },
          { title: say('Checked in', 'Eingecheckt'), state: 'ahead' },
        ]}
      />
      <Timeline
        entries={[
          { at: '2026-11-16T08:02:00Z', text: say('Requested from this device', 'Von diesem Gerät beantragt') },
          {
            at: '2026-11-16T08:03:00Z',
            text: say('Confirmed by a code sent to j•••@example.org', 'Mit Code an j•••@example.org bestätigt'),
          },
          { at: '2026-11-17T10:40:00Z', text: say('Approved by a second person', 'Von zweiter Person freigegeben') },
        ]}
      />
    </>
  );
}
