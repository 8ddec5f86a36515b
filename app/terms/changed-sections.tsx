import { useTranslation } from '../platform/i18n/use-translation';

interface Part {
  change: 'same' | 'added' | 'removed';
  text: string;
}

interface Paragraph {
  heading: boolean;
  change: 'same' | 'added' | 'removed' | 'changed';
  parts: Part[];
}

/** Shows each section with a change as a whole, with removed and added words marked. */
export function ChangedSections({ paragraphs }: { paragraphs: Paragraph[] }) {
  const { t } = useTranslation();
  const sections = sectionsOf(paragraphs);
  const changed = sections.filter((section) => section.some(({ change }) => change !== 'same'));
  const others = sections.length - changed.length;
  return (
    <>
      {changed.length > 0 ? (
        <p>
          <del>{t('terms.changes.struck')}</del> {t('terms.changes.was_removed')}{' '}
          <ins>{t('terms.changes.underlined')}</ins> {t('terms.changes.was_added')}
        </p>
      ) : null}
      {changed.flat().map((paragraph) => (
        <Text key={keyOf(paragraph)} {...paragraph} />
      ))}
      {others > 0 ? <p className="note">{t('terms.changes.others', { count: others })}</p> : null}
    </>
  );
}

/** Groups paragraphs into sections. A heading begins a section. */
function sectionsOf(paragraphs: Paragraph[]): Paragraph[][] {
  const sections: Paragraph[][] = [];
  for (const paragraph of paragraphs) {
    const section = sections.at(-1);
    if (paragraph.heading || !section) sections.push([paragraph]);
    else section.push(paragraph);
  }
  return sections;
}

const keyOf = ({ change, parts }: Paragraph) => change + parts.map(({ text }) => text).join();

function Text({ heading, parts }: Paragraph) {
  const words = parts.map((part, index) => (
    // The order never changes.
    // biome-ignore lint/suspicious/noArrayIndexKey: words repeat, and nothing else tells them apart
    <Words key={index} {...part} isLast={index === parts.length - 1} />
  ));
  return heading ? <h2>{words}</h2> : <p>{words}</p>;
}

/** Marks a change with line and colour, and with hidden words for screen readers. */
function Words({ change, text, isLast }: Part & { isLast: boolean }) {
  const { t } = useTranslation();
  const Element = change === 'added' ? 'ins' : 'del';
  const space = isLast ? '' : ' ';
  if (change === 'same') return <>{text + space}</>;
  return (
    <>
      <Element>
        <span className="vh">{t(`terms.changes.${change}`)} </span>
        {text}
        <span className="vh"> {t('terms.changes.end')}</span>
      </Element>
      {space}
    </>
  );
}
