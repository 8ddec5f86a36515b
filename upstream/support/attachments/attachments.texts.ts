/** Texts about attachments, in the language of the request. */
import type { Language } from '../../http/env';

const en = {
  missing: 'Choose a file.',
  empty: 'This file is empty. Choose another one.',
  tooLarge: 'This file is larger than 10\u00a0MB. Choose a smaller one, or send it in parts.',
  wrongType:
    'Only PDF, JPG, PNG, WebP and plain text files can be attached. Save your file as one of these, and choose it again.',
  brokenOff: 'The upload broke off. Choose the file again.',
  tooManyAtOnce: 'Five of your files are being uploaded. Wait until one of them has arrived.',
  tooManyWaiting:
    'Too many of your files have not been sent with a message yet. Send them with a message, or try again tomorrow.',
  tooMuchToday: 'You have sent 250\u00a0MB of files within a day. Send more tomorrow.',
  unknown: 'One of these files is not there any more. Choose it again.',
  tooMany: 'A message can have at most 5 files. Leave some out, or send them with another message.',
  tooMuch:
    'The files of a message can have at most 25\u00a0MB together. Leave some out, or send them with another message.',
};

const de: typeof en = {
  missing: 'Wähle eine Datei aus.',
  empty: 'Diese Datei ist leer. Wähle eine andere aus.',
  tooLarge: 'Diese Datei ist größer als 10\u00a0MB. Wähle eine kleinere aus oder schick sie in Teilen.',
  wrongType:
    'Du kannst nur PDF, JPG, PNG, WebP und einfache Textdateien anhängen. Speichere deine Datei in einem dieser Formate und wähle sie noch einmal aus.',
  brokenOff: 'Die Übertragung ist abgebrochen. Wähle die Datei noch einmal aus.',
  tooManyAtOnce: 'Fünf deiner Dateien werden gerade übertragen. Warte, bis eine davon angekommen ist.',
  tooManyWaiting:
    'Zu viele deiner Dateien gehören noch zu keiner Nachricht. Sende sie mit einer Nachricht oder versuch es morgen noch einmal.',
  tooMuchToday: 'Du hast innerhalb eines Tages 250\u00a0MB an Dateien geschickt. Sende weitere morgen.',
  unknown: 'Eine dieser Dateien ist nicht mehr da. Wähle sie noch einmal aus.',
  tooMany:
    'Eine Nachricht kann höchstens 5 Dateien haben. Lass welche weg oder schick sie mit einer weiteren Nachricht.',
  tooMuch:
    'Die Dateien einer Nachricht können zusammen höchstens 25\u00a0MB haben. Lass welche weg oder schick sie mit einer weiteren Nachricht.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
