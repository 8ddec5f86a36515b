/** What the others of a demo club answer in the chat: the first answer, and what they say later, in turn. */
import type { Language } from '../http/env';

type Answers = Record<Language, readonly string[]>;

/** As a contact of the club. */
export const ofClub: Answers = {
  en: [
    'Thank you for your message! This is a demo club, so nobody is here to answer. In a real club, our staff would read it now.',
    'Noted. Try it without script as well: the chat works there, too.',
    'For anything that takes longer, open a ticket: there you see what comes next, and by when.',
  ],
  de: [
    'Danke für deine Nachricht! Das hier ist ein Demo-Verein, deshalb antwortet hier niemand. In einem echten Verein würde sie jetzt unser Team lesen.',
    'Ist notiert. Probier es auch einmal ohne Skript: Der Chat geht auch dort.',
    'Für alles, was länger dauert, stell am besten eine Anfrage: Dort siehst du, was als Nächstes kommt und bis wann.',
  ],
};

/** As a contact of the club, to a member who asked for a message and wrote none. */
export const unasked: Record<Language, string> = {
  en: 'Hello! You asked for a message on the demo page. Answer it, and you get another one after ten seconds.',
  de: 'Hallo! Du wolltest auf der Demo-Seite eine Nachricht. Antworte, dann kommt nach zehn Sekunden noch eine.',
};

/** As the growing team, soon after the sign-in. */
export const greeting: Record<Language, string> = {
  en: 'Good to see you! We are watering the houses. Do you have a question about your plants?',
  de: 'Schön, dass du da bist! Wir gießen gerade in den Häusern. Hast du eine Frage zu deinen Pflanzen?',
};

/** As a member of somebody's first line, or as a sponsor. */
export const ofMember: Answers = {
  en: [
    'Hi! I am one of the made-up members of this demo club, but I do answer.',
    'Good point. I will look at my plants first, then I will write again.',
    'Got to go now. See you at the summer party!',
  ],
  de: [
    'Hallo! Ich bin eines der erfundenen Mitglieder dieses Demo-Vereins, aber antworten kann ich.',
    'Stimmt. Ich schau erst mal nach meinen Pflanzen und melde mich dann wieder.',
    'Ich muss jetzt los. Wir sehen uns beim Hoffest!',
  ],
};
