/** What the staff of the demo club answer. They promise nothing that the demo does not do. */
import type { SupportCategory } from '../contract/support-faq';
import type { Language } from '../http/env';

export const answers: Record<Language, Record<SupportCategory, string>> = {
  en: {
    'account-security':
      'Thank you for asking. In Settings, Devices you see every browser that is signed in, and can sign out any of them. If you do not know one, sign it out and change your password. What did you notice, and when?',
    deposits:
      'We look at our bank account several times a day. A transfer takes up to one bank working day, and is in your balance as soon as we see it. Does the reference of your transfer have exactly the number of the order?',
    withdrawals:
      'We approve withdrawals on bank working days. The page of the withdrawal shows how far it is and when it is expected to arrive in your account. Until we approve it, you can cancel it there. Is there something about it that we should check?',
    'plants-harvest':
      'The page of your plant shows its stage and the harvest that we expect. We are asking the growers and will tell you here what they say. Is it about one plant or about the whole house?',
    affiliate:
      'Your referral link is in Settings, Sponsor, and your dashboard shows how many members are in your first line. What is your question about them?',
    'appointments-events':
      'Thank you for your interest. Which day is it about, and how many people would come? Then we find out whether there is room.',
    'app-technical':
      'Thank you for telling us. Which browser do you use, and what did the page show? A picture of it helps; you can attach it to your reply. The light version, at the bottom of each page, often works meanwhile.',
    privacy:
      'In Settings, Privacy you can ask for a file with everything that we keep about you, and see which of our staff looked at your account. Does that answer your question, or is there something else?',
    other: 'Thank you for writing. We are looking into it. Is there anything else that we should know?',
  },
  de: {
    'account-security':
      'danke für deine Frage. In den Einstellungen unter „Geräte“ siehst du jeden Browser, der angemeldet ist, und kannst ihn abmelden. Kennst du einen nicht, melde ihn ab und ändere dein Passwort. Was ist dir aufgefallen, und wann?',
    deposits:
      'wir sehen mehrmals am Tag auf unserem Konto nach. Eine Überweisung braucht bis zu einem Bankarbeitstag und ist in deinem Guthaben, sobald wir sie sehen. Steht im Verwendungszweck genau die Nummer der Bestellung?',
    withdrawals:
      'Auszahlungen geben wir an Bankarbeitstagen frei. Auf der Seite der Auszahlung siehst du, wie weit sie ist und wann sie voraussichtlich auf deinem Konto ankommt. Bis zur Freigabe kannst du sie dort stornieren. Sollen wir etwas daran prüfen?',
    'plants-harvest':
      'auf der Seite deiner Pflanze siehst du ihre Stufe und die Ernte, die wir erwarten. Wir fragen im Haus nach und schreiben dir hier. Geht es um eine Pflanze oder um das ganze Haus?',
    affiliate:
      'deinen Einladungslink findest du in den Einstellungen unter „Pate“, und in der Übersicht steht, wie viele Mitglieder in deiner ersten Linie sind. Was möchtest du dazu wissen?',
    'appointments-events':
      'danke für dein Interesse. Um welchen Tag geht es, und wie viele würden kommen? Dann sehen wir nach, ob Platz ist.',
    'app-technical':
      'danke, dass du das meldest. Welchen Browser benutzt du, und was stand auf der Seite? Ein Bild davon hilft; du kannst es an deine Antwort anhängen. Die leichte Fassung, unten auf jeder Seite, funktioniert oft trotzdem.',
    privacy:
      'in den Einstellungen unter „Privatsphäre“ kannst du eine Datei mit allem anfordern, was wir über dich gespeichert haben, und siehst, wer aus unserem Team dein Konto angesehen hat. Beantwortet das deine Frage, oder geht es um etwas anderes?',
    other: 'danke für deine Nachricht. Wir sehen uns das an. Gibt es noch etwas, das wir wissen sollten?',
  },
};

/** Fits any ticket: a visitor may ask for it without having written. */
export const laterAnswer: Record<Language, string> = {
  en: 'Thank you for your patience. We are looking into it. If your question is answered, you can close the ticket. A reply within 14 days opens it again.',
  de: 'danke für deine Geduld. Wir sehen uns das an. Wenn deine Frage beantwortet ist, kannst du die Anfrage schließen. Eine Antwort innerhalb von 14 Tagen öffnet sie wieder.',
};
