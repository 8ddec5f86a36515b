/** The first version of the club's terms. It is product content, so it exists without the demo club as well. */
import type { Database, Tx } from '../database/database';
import { terms } from './terms.tables';

const effectiveAt = new Date('2024-01-01T00:00:00Z');

/** Adds the membership terms and the privacy notice. Leaves published terms unchanged. */
export async function seedTerms(db: Database | Tx): Promise<void> {
  await db
    .insert(terms)
    .values([membership, privacy])
    .onConflictDoNothing({ target: [terms.slug, terms.version] });
}

const membership = {
  slug: 'membership',
  version: 1,
  required: true,
  effectiveAt,
  name: { en: 'Membership terms', de: 'Mitgliedsbedingungen' },
  text: {
    en: `# What this is about

These terms say what you and the club can expect of each other when you are a member.

# Who can join

You can join if you are at least 18 years old and tell us your true name and date of birth. Each person has one account. Your access is yours alone: please keep your password to yourself and tell us when you think that somebody else knows it.

# What membership gives you

As a member you can use the members area, take part in the life of the club, and take part in growing cycles when you want to. Membership itself costs nothing and obliges you to nothing.

# Money and risk

Taking part in a growing cycle is not a savings account. Plants can grow well or badly, and harvests can fail. We promise no yield and no return; you can lose what you put in, in part or as a whole. Only put in what you can do without. What came out of a cycle, and how every amount came about, is in your wallet.

# Inviting others

When you invite others with your link, tell them the truth and promise nothing that is not said here or in the members area. Do not send unsolicited messages.

# Ending

You can end your membership at any time, without giving a reason. We can end it when somebody seriously breaks these terms; we say why. What is in your wallet is paid out to you.

# Changes

When these terms change, we show you what is different before the new version holds for you, and ask for your consent.`,
    de: `# Worum es geht

Diese Bedingungen sagen, was du und der Verein voneinander erwarten können, wenn du Mitglied bist.

# Wer mitmachen kann

Du kannst Mitglied werden, wenn du mindestens 18 Jahre alt bist und uns deinen richtigen Namen und dein Geburtsdatum nennst. Jede Person hat ein Konto. Dein Zugang gehört nur dir: Behalte dein Passwort bitte für dich und sag uns Bescheid, wenn du glaubst, dass jemand anderes es kennt.

# Was die Mitgliedschaft dir gibt

Als Mitglied kannst du den Mitgliederbereich nutzen, am Vereinsleben teilnehmen und, wenn du möchtest, bei Anbauzyklen mitmachen. Die Mitgliedschaft selbst kostet nichts und verpflichtet dich zu nichts.

# Geld und Risiko

Wer bei einem Anbauzyklus mitmacht, hat kein Sparkonto. Pflanzen können gut oder schlecht wachsen, und Ernten können ausfallen. Wir versprechen keinen Ertrag und keine Rendite; du kannst deinen Einsatz teilweise oder ganz verlieren. Setze nur ein, was du entbehren kannst. Was ein Zyklus gebracht hat und wie jeder Betrag zustande kam, siehst du bei deinem Guthaben.

# Andere einladen

Wenn du andere mit deinem Link einlädst, sag ihnen die Wahrheit und versprich nichts, was weder hier noch im Mitgliederbereich steht. Verschicke keine unverlangten Nachrichten.

# Ende

Du kannst deine Mitgliedschaft jederzeit und ohne Grund beenden. Wir können sie beenden, wenn jemand diese Bedingungen schwer verletzt; wir sagen, warum. Dein Guthaben wird dir ausgezahlt.

# Änderungen

Wenn sich diese Bedingungen ändern, zeigen wir dir, was anders ist, bevor die neue Fassung für dich gilt, und bitten dich um deine Zustimmung.`,
  },
};

export const privacy = {
  slug: 'privacy',
  version: 1,
  required: true,
  effectiveAt,
  name: { en: 'Privacy notice', de: 'Datenschutzhinweise' },
  text: {
    en: `# In short

We keep what we need to run your membership, and nothing for advertising. We do not sell your data, and we do not track you unless you allow it in the settings.

# What we keep

Your name, e-mail address, date of birth, country and language; what you do in the members area, such as orders, payments and messages; and for your security when, from which IP address and with which browser you signed in. Your password is kept only as a hash that nobody can read back.

# Cookies

One cookie keeps you signed in. Others that remember a choice, such as the display, hold only that choice. If you came by an invitation, we remember it beyond this visit only with your consent.

# Who else sees it

Those who work for us under contract: the server’s host, the e-mail service and, where the club uses them, a push service, an error report service, and Google’s reCAPTCHA on the forms for guests. With your consent, and only as long as it stands, the tracking service that the settings name. The member who invited you sees that you have joined. Authorities see what the law obliges us to hand over.

# How long

As long as you are a member, and after that for as long as the law asks, ten years for payments for example. Sign-in records are deleted 90 days after the session has ended.

# Your rights

You can see, correct, take along and delete your data, and object to its use. You find most of it in the settings; for anything else reply to one of our e-mails. You may also complain to a data protection authority.`,
    de: `# In Kürze

Wir speichern, was wir für deine Mitgliedschaft brauchen, und nichts für Werbung. Wir verkaufen deine Daten nicht, und wir verfolgen dich nicht, es sei denn, du erlaubst es in den Einstellungen.

# Was wir speichern

Deinen Namen, deine E-Mail-Adresse, dein Geburtsdatum, dein Land und deine Sprache; was du im Mitgliederbereich tust, etwa Bestellungen, Zahlungen und Nachrichten; und zu deiner Sicherheit, wann, von welcher IP-Adresse und mit welchem Browser du dich angemeldet hast. Dein Passwort speichern wir nur als Prüfsumme, aus der es niemand zurücklesen kann.

# Cookies

Ein Cookie hält dich angemeldet. Andere, die sich eine Einstellung merken, etwa die Anzeige, enthalten nur diese Einstellung. Wenn du über eine Einladung gekommen bist, merken wir sie uns über diesen Besuch hinaus nur mit deiner Einwilligung.

# Wer sie noch sieht

Wer vertraglich für uns arbeitet: der Betreiber des Servers, der E-Mail-Dienst und, wo der Verein sie nutzt, ein Push-Dienst, ein Dienst für Fehlerberichte und Googles reCAPTCHA in den Formularen für Gäste. Mit deiner Einwilligung, und nur solange sie gilt, der Tracking-Dienst, den die Einstellungen nennen. Das Mitglied, das dich eingeladen hat, sieht, dass du dabei bist. Behörden sehen, was wir nach dem Gesetz herausgeben müssen.

# Wie lange

Solange du Mitglied bist, und danach so lange, wie das Gesetz es verlangt, bei Zahlungen zum Beispiel zehn Jahre. Anmeldungen löschen wir 90 Tage nach dem Ende der Sitzung.

# Deine Rechte

Du kannst deine Daten einsehen, berichtigen, mitnehmen und löschen und ihrer Nutzung widersprechen. Das meiste findest du in den Einstellungen; für alles andere antworte auf eine unserer E-Mails. Du kannst dich auch bei einer Datenschutzbehörde beschweren.`,
  },
};
