import { Fold } from '../../ui/menu';
import { Both, type Specimen } from '../both';

const STAIR = 'M0 45.3H20V40.4H30V34H40V33.9H50V28.9H60V37.2H70V3.9H80V18.8H90V5H100V5.6H100';
const GRAMS = [88, 97, 92, 104, 81, 103];

export function Charts() {
  return (
    <Both>
      {(specimen) => (
        <>
          <Balance {...specimen} />
          <Harvest {...specimen} />
        </>
      )}
    </Both>
  );
}

function Balance({ say }: Specimen) {
  return (
    <div className="chart">
      <svg
        role="img"
        aria-label={say('Balance, from €1,640.00 to €2,831.36', 'Guthabenverlauf, von 1.640,00 € auf 2.831,36 €')}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
      >
        <path className="area" d={`${STAIR}V100H0z`} />
        <path className="grid-l" d="M0 0H100M0 33.3H100M0 66.7H100M0 100H100" />
        <path className="l" d={STAIR} />
        <path className="end" d="M100 5.6h0" />
      </svg>
      <div className="y num" aria-hidden="true">
        <span>{say('€3,000', '3.000 €')}</span>
        <span>{say('€2,000', '2.000 €')}</span>
        <span>{say('€1,000', '1.000 €')}</span>
        <span>{say('€0', '0 €')}</span>
      </div>
      <div className="x num" aria-hidden="true">
        <span>{say('22 Aug', '22.08.')}</span>
        <span>{say('21 Sep', '21.09.')}</span>
        <span>{say('20 Nov', '20.11.')}</span>
      </div>
    </div>
  );
}

function Harvest({ say }: Specimen) {
  const caption = say('Grams a plant', 'Gramm je Pflanze');
  return (
    <figure className="stack">
      <figcaption className="small muted">
        {say('Grams a plant, House 2, the last six cycles', 'Gramm je Pflanze, Haus 2, die letzten sechs Zyklen')}
      </figcaption>
      <div className="chart">
        <svg role="img" aria-label={`${caption}: ${GRAMS.join(', ')}`} viewBox="0 0 100 100" preserveAspectRatio="none">
          <path className="grid-l" d="M0 0H100M0 50H100M0 100H100" />
          {GRAMS.map((grams, index) => (
            <rect
              key={grams}
              className="bar"
              x={2 + 17 * index}
              y={100 - grams / 1.2}
              width="11"
              height={grams / 1.2}
            />
          ))}
        </svg>
        <div className="y num" aria-hidden="true">
          <span>120 g</span>
          <span>60 g</span>
          <span>0 g</span>
        </div>
        <div className="x mid num" aria-hidden="true">
          {GRAMS.map((grams, index) => (
            <span key={grams}>{index + 8}</span>
          ))}
        </div>
      </div>
      <Fold label={say('Show as a table', 'Als Tabelle zeigen')}>
        <table>
          <caption className="vh">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{say('Cycle', 'Zyklus')}</th>
              <th scope="col" className="n">
                {say('Grams', 'Gramm')}
              </th>
            </tr>
          </thead>
          <tbody>
            {GRAMS.map((grams, index) => (
              <tr key={grams}>
                <th scope="row">{index + 8}</th>
                <td className="n">{grams}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Fold>
    </figure>
  );
}
