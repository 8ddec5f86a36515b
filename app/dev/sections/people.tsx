import { Avatar } from '../../ui/avatar';
import { Both } from '../both';

const NAMES = ['Johanna Lindenberger', 'Miriam Osterkamp', 'Anna Kröger', 'Jan Behrens'];

export function People() {
  return (
    <Both>
      {({ say }) => (
        <>
          <div className="row">
            {NAMES.map((name) => (
              <Avatar key={name} name={name} />
            ))}
            <Avatar name="Haus 3" small />
          </div>
          <ol className="talk">
            <li className="bubble">
              <span className="vh">Miriam: </span>
              {say('Saturday is the farm walk, will you come?', 'Am Samstag ist Hofführung, magst du mitkommen?')}
              <footer>
                <time dateTime="2026-11-20T09:41+01:00">09:41</time>
              </footer>
            </li>
            <li className="divide new">
              <span>{say('1 new message', '1 neue Nachricht')}</span>
            </li>
            <li className="bubble me">
              <span className="vh">{say('You', 'Du')}: </span>
              {say('Gladly, I bring Anna.', 'Gern, ich bringe Anna mit.')}
              <footer>
                <time dateTime="2026-11-20T09:44+01:00">09:44</time>, {say('read', 'gelesen')}
              </footer>
            </li>
          </ol>
          <div className="said">
            <p className="leaf-day">
              <small>{say('Dec', 'Dez.')}</small>5
            </p>
            <div>
              <h3>
                <a href="#people">{say('Winter evening at the farm', 'Winterabend auf dem Hof')}</a>
              </h3>
              <p className="small muted">
                {say(
                  'Saturday, 17:00 to 21:00, 12 of 60 places left',
                  'Samstag, 17 bis 21 Uhr, noch 12 von 60 Plätzen',
                )}
              </p>
            </div>
          </div>
        </>
      )}
    </Both>
  );
}
