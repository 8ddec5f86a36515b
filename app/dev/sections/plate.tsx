import { LinkButton } from '../../ui/button';
import { Money } from '../../ui/money';
import { Both } from '../both';

export function Plate() {
  return (
    <Both>
      {({ say, id }) => (
        <section className="plate" aria-labelledby={id('plate')}>
          <div className="stack stack-s">
            <h3 className="key" id={id('plate')}>
              {say('Available to you', 'Verfügbares Guthaben')}
            </h3>
            <p className="sum">
              <Money amount="2481.36" currency="EUR" />
            </p>
          </div>
          <dl>
            <div>
              <dt className="key b">{say('Held', 'Vorgemerkt')}</dt>
              <dd>
                <Money amount="350.00" currency="EUR" />
              </dd>
            </div>
            <div>
              <dt>{say('Total', 'Gesamt')}</dt>
              <dd>
                <Money amount="2831.36" currency="EUR" />
              </dd>
            </div>
          </dl>
          <div className="row">
            <LinkButton to="#plate" icon="in">
              {say('Deposit', 'Einzahlen')}
            </LinkButton>
            <LinkButton to="#plate" kind="quiet">
              {say('Withdraw', 'Auszahlen')}
            </LinkButton>
            <button type="button" className="btn quiet" disabled>
              {say('Not now', 'Jetzt nicht')}
            </button>
          </div>
          <div className="strips">
            <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
              <rect width="874" height="10" />
              <rect className="b" x="880" width="120" height="10" />
            </svg>
          </div>
        </section>
      )}
    </Both>
  );
}
