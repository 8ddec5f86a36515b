import type { ReactNode } from 'react';
import { Card } from '../ui/card';
import { BothLanguages, type PartTexts } from './both';
import { Buttons } from './sections/buttons';
import { Cards } from './sections/cards';
import { Charts } from './sections/charts';
import { Choices } from './sections/choices';
import { Colour, Type } from './sections/colour-and-type';
import { Dialogs } from './sections/dialogs';
import { FactsSection } from './sections/facts';
import { Fields } from './sections/fields';
import { Figures } from './sections/figures';
import { GrowthSection } from './sections/growth';
import { Guests } from './sections/guests';
import { Icons } from './sections/icons';
import { Badges, Messages } from './sections/messages';
import { People } from './sections/people';
import { Plate } from './sections/plate';
import { Status } from './sections/status';
import { Tables } from './sections/tables';
import styles from './ui.css?url';

export type { PartTexts };

const SECTIONS: { id: string; title: string; content: ReactNode }[] = [
  { id: 'colour', title: 'Colour', content: <Colour /> },
  { id: 'type', title: 'Type', content: <Type /> },
  { id: 'figures', title: 'Figures and times', content: <Figures /> },
  { id: 'buttons', title: 'Buttons', content: <Buttons /> },
  { id: 'fields', title: 'Fields', content: <Fields /> },
  { id: 'choices', title: 'Choices', content: <Choices /> },
  { id: 'messages', title: 'Messages', content: <Messages /> },
  { id: 'badges', title: 'Badges', content: <Badges /> },
  { id: 'plate', title: 'Plate', content: <Plate /> },
  { id: 'cards', title: 'Cards and their states', content: <Cards /> },
  { id: 'tables', title: 'Table and pages', content: <Tables /> },
  { id: 'status', title: 'Status language', content: <Status /> },
  { id: 'growth', title: 'Growth row', content: <GrowthSection /> },
  { id: 'charts', title: 'Charts', content: <Charts /> },
  { id: 'dialogs', title: 'Dialogs and menus', content: <Dialogs /> },
  { id: 'people', title: 'People and talk', content: <People /> },
  { id: 'facts', title: 'Copyable facts', content: <FactsSection /> },
  { id: 'guests', title: 'Guests', content: <Guests /> },
  { id: 'icons', title: 'Icons', content: <Icons /> },
];

/** Every part in every state, for developers and testers. */
export function UiPage({ texts }: { texts: PartTexts }) {
  return (
    <BothLanguages texts={texts}>
      <link rel="stylesheet" href={styles} />
      <main className="main" id="content" tabIndex={-1} lang="en">
        <div className="head">
          <h1>Parts and their states</h1>
          <p className="muted measure">
            Every component that the pages use, in every state it can have. German and English stand side by side,
            because German words are longer.
          </p>
          <nav aria-label="On this page">
            <ul className="chips">
              {SECTIONS.map(({ id, title }) => (
                <li key={id}>
                  <a className="chip" href={`#${id}`}>
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <div className="stack stack-l">
          {SECTIONS.map(({ id, title, content }) => (
            <Card key={id} id={id} title={title}>
              <div className="stack stack-l">{content}</div>
            </Card>
          ))}
        </div>
      </main>
    </BothLanguages>
  );
}
