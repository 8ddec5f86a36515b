import { Facts } from '../../ui/facts';
import { Money } from '../../ui/money';
import { Both } from '../both';

export function FactsSection() {
  return (
    <Both>
      {({ say }) => (
        <>
          <Facts
            facts={[
              { label: 'IBAN', value: 'DE88 5099 9999 0004 4173 08', mono: true },
              { label: say('Reference', 'Verwendungszweck'), value: 'OR-7K2M9QPX4', mono: true },
            ]}
          />
          <dl className="pairs">
            <dt>{say('Amount', 'Betrag')}</dt>
            <dd className="num">
              <Money amount="350.00" currency="EUR" />
            </dd>
            <dt>{say('Fee (SEPA)', 'Gebühr (SEPA)')}</dt>
            <dd className="num">
              <Money amount="0.00" currency="EUR" />
            </dd>
            <dt className="sumup">{say('You receive', 'Du bekommst')}</dt>
            <dd className="num sumup">
              <Money amount="350.00" currency="EUR" />
            </dd>
          </dl>
          <ul className="codes">
            <li>7K2M-9QPX</li>
            <li>4H8W-ZC3T</li>
            <li>9F3R-T6KA</li>
            <li>5B8N-2VQH</li>
          </ul>
        </>
      )}
    </Both>
  );
}
