import { Button, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { CardFailure, EmptyState, Skeleton } from '../../ui/card-states';
import { Both } from '../both';

export function Cards() {
  return (
    <Both wide>
      {({ say, id }) => (
        <>
          <div className="grid">
            <Card level={3} width={4} fill title={say('Loading', 'Lädt')} id={id('loading')}>
              <Skeleton />
            </Card>
            <Card level={3} width={4} fill title={say('News', 'Neuigkeiten')} id={id('failed')}>
              <CardFailure retry="/ui">
                {say(
                  'The news cannot be reached just now. Everything else on this page is right.',
                  'Die Neuigkeiten sind gerade nicht erreichbar. Alles andere auf dieser Seite stimmt.',
                )}
              </CardFailure>
            </Card>
            <Card
              level={3}
              width={4}
              fill
              id={id('intro')}
              title={say('Invite', 'Einladen')}
              end={
                <Button type="button" kind="link" small>
                  {say('Hide', 'Ausblenden')}
                </Button>
              }
            >
              <p>
                {say(
                  'Invite someone with your own link. They see your first name, you see when they join.',
                  'Lade jemanden mit deinem Link ein. Man sieht deinen Vornamen, du siehst, wer dazukommt.',
                )}
              </p>
            </Card>
          </div>
          <EmptyState
            title={say('No plants yet', 'Noch keine Pflanzen')}
            action={<LinkButton to="#cards">{say('See open sales', 'Offene Verkäufe ansehen')}</LinkButton>}
          >
            {say(
              'Here your plants will stand with house, strain and stage, once you took part in a sale.',
              'Hier stehen deine Pflanzen mit Haus, Sorte und Stufe, sobald du beim nächsten Verkauf dabei warst.',
            )}
          </EmptyState>
        </>
      )}
    </Both>
  );
}
