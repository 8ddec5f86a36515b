/** What the staff of the demo club answer. They promise nothing that the demo does not do. */
import type { SupportCategory } from '../contract/support-faq';
import type { Language } from '../http/env';

export const answers: Record<Language, Record<SupportCategory, string>> = {
  en: {
    'account-security':
      'thank you for asking. In Settings, Devices you see every browser that is signed in, and sign out any of them. If you do not know one, sign it out and change your password. What did you notice, and when?',
    deposits:
      'we look at our bank account several times a day. A transfer takes up to one bank working day, and is in your balance as soon as we see it. Does the reference of your transfer have exactly the number of the order?',
    withdrawals:
      'we approve withdrawals on bank working days. The page of the withdrawal shows how far it is and by when we expect it; until we approve it you can cancel it there. Is there something about it that we should check?',
    'plants-harvest':
      'the page of your plant shows its stage and the harvest that we expect. We ask the growers and tell you here what they say. Is it about one plant or about the whole house?',
    affiliate:
      'your link is on the page of your team, with everybody who joined by it. Which name or which day is it about? Then we look it up.',
    'appointments-events':
      'thank you for your interest. Which day is it about, and how many people would come? Then we look whether there is room.',
    'app-technical':
      'thank you for telling us. Which browser do you use, and what did the page show? A picture of it helps; you can attach it to your reply. The light version at the foot of the page often works meanwhile.',
    privacy:
      'in Settings, Privacy you can ask for a file with everything that we keep of you, and see who of our staff looked at your area. Does that answer your question, or is there something else?',
    other: 'thank you for writing. We look into it. Is there anything else that we should know?',
  },
  de: {
    'account-security':
      'danke für deine Frage. In den Einstellungen unter „Geräte“ siehst du jeden Browser, der angemeldet ist, und kannst ihn abmelden. Kennst du einen nicht, melde ihn ab und ändere dein Passwort. Was ist dir aufgefallen, und wann?',
    deposits:
      'wir sehen mehrmals am Tag auf unser Konto. Eine Überweisung braucht bis zu einem Bankarbeitstag und ist in deinem Guthaben, sobald wir sie sehen. Steht im Verwendungszweck genau die Nummer der Bestellung?',
    withdrawals:
      'Auszahlungen geben wir an Bankarbeitstagen frei. Auf der Seite der Auszahlung siehst du, wie weit sie ist und bis wann wir mit ihr rechnen; bis zur Freigabe kannst du sie dort abbrechen. Sollen wir etwas daran prüfen?',
    'plants-harvest':
      'auf der Seite deiner Pflanze siehst du ihre Stufe und die Ernte, die wir erwarten. Wir fragen im Gewächshaus nach und schreiben dir hier. Geht es um eine Pflanze oder um das ganze Haus?',
    affiliate:
      'deinen Link findest du auf der Seite deines Teams, mit allen, die über ihn beigetreten sind. Um welchen Namen oder welchen Tag geht es? Dann sehen wir nach.',
    'appointments-events':
      'danke für dein Interesse. Um welchen Tag geht es, und wie viele würden kommen? Dann sehen wir nach, ob Platz ist.',
    'app-technical':
      'danke, dass du das meldest. Welchen Browser benutzt du, und was stand auf der Seite? Ein Bild davon hilft; du kannst es an deine Antwort anhängen. Die leichte Fassung unten auf der Seite geht oft trotzdem.',
    privacy:
      'in den Einstellungen unter „Datenschutz“ kannst du eine Datei mit allem anfordern, was wir von dir haben, und siehst, wer aus unserem Team in deinem Bereich war. Beantwortet das deine Frage, oder geht es um etwas anderes?',
    other: 'danke für deine Nachricht. Wir sehen uns das an. Gibt es noch etwas, das wir wissen sollten?',
  },
};

export const laterAnswer: Record<Language, string> = {
  en: 'thank you, that helps. We look into it. If that was all, you can close the ticket; a reply within 14 days opens it again.',
  de: 'danke, das hilft uns weiter. Wir sehen uns das an. Wenn das alles war, kannst du die Anfrage schließen; eine Antwort innerhalb von 14 Tagen öffnet sie wieder.',
};
