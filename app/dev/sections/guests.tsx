import { Acre } from '../../ui/acre';
import { Button } from '../../ui/button';
import { PasswordField } from '../../ui/password-field';
import { TextField } from '../../ui/text-field';
import { Both } from '../both';

export function Guests() {
  return (
    <Both>
      {({ say, id }) => (
        <div className="guest guest-demo">
          <div className="card">
            <Acre />
            <div className="body stack stack-l">
              <div className="stack stack-s">
                <h3 className="t-2xl">{say('Welcome back', 'Willkommen zurück')}</h3>
                <p className="muted">
                  {say('Sign in with your member account.', 'Melde dich mit deinem Mitgliedskonto an.')}
                </p>
              </div>
              <form className="stack" action="/ui">
                <TextField
                  id={id('guest-mail')}
                  name="email"
                  type="email"
                  label={say('E-mail address', 'E-Mail-Adresse')}
                  autoComplete="username"
                />
                <PasswordField
                  id={id('guest-password')}
                  name="password"
                  label={say('Password', 'Passwort')}
                  autoComplete="current-password"
                />
                <Button type="button" block>
                  {say('Sign in', 'Anmelden')}
                </Button>
                <p>
                  <a className="tap" href="#guests">
                    {say('Forgotten your password?', 'Passwort vergessen?')}
                  </a>
                </p>
              </form>
            </div>
          </div>
        </div>
      )}
    </Both>
  );
}
