import { Money } from '../../ui/money';
import { formatBitcoin, formatNumber, formatUnit, lastFour, zeroPad } from '../../ui/numbers';
import { Time } from '../../ui/time';
import { Both } from '../both';

const AT = '2026-11-20T08:41:00Z';

export function Figures() {
  return (
    <Both>
      {({ language, say }) => (
        <dl className="pairs">
          <dt>{say('Currency', 'Währung')}</dt>
          <dd className="num">
            <Money amount="1599.34" currency="EUR" />
          </dd>
          <dt>{say('Comes in', 'Kommt herein')}</dt>
          <dd className="num">
            <Money amount="7.45" currency="EUR" signed />
          </dd>
          <dt>{say('Goes out', 'Geht hinaus')}</dt>
          <dd className="num">
            <Money amount="-18.00" currency="EUR" signed />
          </dd>
          <dt>{say('Round', 'Gerundet')}</dt>
          <dd className="num">
            <Money amount="2831.36" currency="EUR" natural />
          </dd>
          <dt>Bitcoin</dt>
          <dd className="num">
            <Money amount="0.00184250" currency="BTC" />
          </dd>
          <dt>{say('Bitcoin, exact', 'Bitcoin, genau')}</dt>
          <dd className="num">{formatBitcoin(184250n, language)}</dd>
          <dt>{say('Plants', 'Pflanzen')}</dt>
          <dd className="num">{formatNumber(1313, 'plants', language)}</dd>
          <dt>{say('Weight', 'Gewicht')}</dt>
          <dd className="num">
            {formatUnit(103, 'g', language)}, {formatUnit(1500, 'g', language)}
          </dd>
          <dt>{say('Number', 'Nummer')}</dt>
          <dd className="num">
            {zeroPad(42, 5)}, …{lastFour('DE88509999990004417308')}
          </dd>
          <dt>{say('Date', 'Datum')}</dt>
          <dd>
            <Time at={AT} format="date" />
          </dd>
          <dt>{say('Due', 'Fällig')}</dt>
          <dd>
            <Time at="2026-11-25" format="day" />
          </dd>
          <dt>{say('Record', 'Vermerk')}</dt>
          <dd>
            <Time at={AT} relative={false} />
          </dd>
          <dt>{say('Lately', 'Neulich')}</dt>
          <dd>
            <Time at={AT} />
          </dd>
        </dl>
      )}
    </Both>
  );
}
