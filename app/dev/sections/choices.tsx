import { CheckboxField } from '../../ui/checkbox-field';
import { CheckboxGroup, RadioGroup } from '../../ui/choice-group';
import { Both, type Specimen } from '../both';

export function Choices() {
  return (
    <Both>
      {(specimen) => (
        <form className="stack stack-l" action="/ui">
          <Payment {...specimen} />
          <Terms {...specimen} />
        </form>
      )}
    </Both>
  );
}

function Payment({ say, id }: Specimen) {
  return (
    <>
      <RadioGroup
        id={id('pay')}
        name="pay"
        label={say('Payment method', 'Zahlungsart')}
        defaultValue="bank_transfer"
        options={[
          {
            value: 'bank_transfer',
            label: say('Bank transfer', 'Banküberweisung'),
            hint: say('1 to 2 banking days', '1 bis 2 Bankarbeitstage'),
          },
          {
            value: 'balance',
            label: say('Balance', 'Guthaben'),
            hint: say('at once, €2,481.36 available', 'sofort, verfügbar 2.481,36 €'),
          },
          { value: 'btc', label: 'Bitcoin', hint: say('not available now', 'zurzeit nicht verfügbar'), disabled: true },
        ]}
      />
      <RadioGroup
        id={id('reason')}
        name="reason"
        label={say('Reason', 'Grund')}
        errors={['form.required']}
        options={[
          { value: 'question', label: say('A question', 'Eine Frage') },
          { value: 'fault', label: say('A fault', 'Ein Fehler') },
        ]}
      />
    </>
  );
}

function Terms({ say, id }: Specimen) {
  return (
    <>
      <CheckboxGroup
        id={id('mails')}
        name="mails"
        label={say('What we may write about', 'Worüber wir schreiben dürfen')}
        hint={say('Choose as many as you like', 'So viele du magst')}
        defaultValue={['news']}
        optional
        options={[
          { value: 'news', label: say('News', 'Neuigkeiten') },
          { value: 'events', label: say('Appointments', 'Termine') },
        ]}
      />
      <CheckboxField
        id={id('terms')}
        name="terms"
        label={say('Membership terms', 'Mitgliedsbedingungen')}
        errors={['form.required']}
      >
        {say('I have read the ', 'Ich habe die ')}
        <a href="#choices">{say('membership terms, version 7', 'Mitgliedsbedingungen, Fassung 7,')}</a>
        {say('', ' gelesen')}
      </CheckboxField>
      <CheckboxField
        id={id('digest')}
        name="digest"
        label={say('One e-mail a week instead of many', 'Eine E-Mail in der Woche statt vieler')}
        hint={say('On Mondays', 'Montags')}
        defaultChecked
      />
    </>
  );
}
