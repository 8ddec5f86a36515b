import { AmountField } from '../../ui/amount-field';
import { Button } from '../../ui/button';
import { ErrorSummary } from '../../ui/error-summary';
import { FileField } from '../../ui/file-field';
import { PasswordField } from '../../ui/password-field';
import { PasswordStrength } from '../../ui/password-strength';
import { SearchField } from '../../ui/search-field';
import { SelectField } from '../../ui/select-field';
import { CodeField, DateField, TextField } from '../../ui/text-field';
import { TextareaField } from '../../ui/textarea-field';
import { Both, type Specimen } from '../both';

export function Fields() {
  return (
    <Both>
      {(specimen) => (
        <>
          <Summary {...specimen} />
          <form className="stack" action="/ui">
            <FailedFields {...specimen} />
            <PlainFields {...specimen} />
            <p>
              <Button type="button">{specimen.say('Save', 'Speichern')}</Button>
            </p>
          </form>
        </>
      )}
    </Both>
  );
}

function Summary({ say, id }: Specimen) {
  return (
    <ErrorSummary
      id={id('summary')}
      takesFocus={false}
      errors={[
        { fieldId: id('mail'), label: say('E-mail address', 'E-Mail-Adresse'), message: 'form.email' },
        { fieldId: id('amount'), label: say('Amount', 'Betrag'), message: tooMuch(say) },
      ]}
    />
  );
}

function tooMuch(say: Specimen['say']): string {
  return say('The amount is above your available balance.', 'Der Betrag ist höher als dein verfügbares Guthaben.');
}

function FailedFields({ say, id }: Specimen) {
  return (
    <>
      <TextField
        id={id('mail')}
        name="email"
        type="email"
        label={say('E-mail address', 'E-Mail-Adresse')}
        autoComplete="email"
        defaultValue="johanna@"
        errors={['form.email']}
      />
      <AmountField
        id={id('amount')}
        name="amount"
        label={say('Amount', 'Betrag')}
        hint={say('€20.00 to €2,481.36', '20,00 € bis 2.481,36 €')}
        defaultValue={say('3,000.00', '3.000,00')}
        errors={[tooMuch(say)]}
      />
      <PasswordField
        id={id('new')}
        name="new_password"
        label={say('New password', 'Neues Passwort')}
        autoComplete="new-password"
        meter={PasswordStrength}
        minLength={10}
        errors={['form.min', say('It is among the most common ones.', 'Es gehört zu den häufigsten.')]}
      />
    </>
  );
}

function PlainFields({ say, id }: Specimen) {
  return (
    <>
      <TextField
        id={id('company')}
        name="company"
        label={say('Company', 'Firma')}
        hint={say('As it stands on your bank card', 'Wie auf deiner Bankkarte')}
        autoComplete="organization"
        optional
      />
      <PasswordField
        id={id('password')}
        name="password"
        label={say('Password', 'Passwort')}
        hint={say('At least 10 characters', 'Mindestens 10 Zeichen')}
        autoComplete="current-password"
      />
      <SelectField
        id={id('country')}
        name="country"
        label={say('Country', 'Land')}
        choose
        options={[
          { value: 'DE', label: say('Germany', 'Deutschland') },
          { value: 'VC', label: say('St Vincent and the Grenadines', 'St. Vincent und die Grenadinen') },
        ]}
      />
      <DateField
        id={id('birthdate')}
        name="birthdate"
        label={say('Date of birth', 'Geburtsdatum')}
        defaultValue="1988-04-17"
      />
      <CodeField
        id={id('code')}
        name="code"
        label={say('Code from the e-mail', 'Code aus der E-Mail')}
        hint={say('Good for 10 minutes, for this withdrawal alone', 'Gilt 10 Minuten, nur für diese Auszahlung')}
      />
      <TextareaField
        id={id('message')}
        name="message"
        label={say('Message', 'Nachricht')}
        defaultValue={say('Hello, I have a question about my order.', 'Moin, ich habe eine Frage zur Bestellung.')}
      />
      <FileField
        id={id('files')}
        name="files"
        label={say('Attachments', 'Anhänge')}
        hint={say('Up to 5 files of 10 MB each', 'Bis zu 5 Dateien von je 10 MB')}
        multiple
      />
      <SearchField id={id('q')} name="q" label={say('Search entries', 'Buchungen durchsuchen')} />
      <TextField
        id={id('readonly')}
        name="readonly"
        label={say('Read only', 'Nur zu lesen')}
        defaultValue="Johanna Lindenberger"
        readOnly
      />
      <TextField
        id={id('off')}
        name="off"
        label={say('Not available', 'Nicht verfügbar')}
        defaultValue={say('Locked after the first withdrawal', 'Gesperrt nach der ersten Auszahlung')}
        disabled
      />
    </>
  );
}
