import { useEffect, useRef } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import type { ShownAnswer } from '../faq.server';

/** Asks whether an answer helped. With a vote, it shows the vote and takes it back. The list is the form. */
export function Vote({ id, vote }: Pick<ShownAnswer, 'id' | 'vote'>) {
  const { t } = useTranslation('support');
  const place = useFocusKept(vote);
  const question = `helped-${id}`;
  const button = (value: 'yes' | 'no' | 'none') => ({
    name: 'vote',
    value: `${value}.${id}`,
    'aria-describedby': question,
  });
  return (
    <div className="row" ref={place}>
      <span id={question} role="status">
        {t(vote ? `faq.voted.${vote}` : 'faq.helped')}
      </span>{' '}
      {vote ? (
        <Button kind="link" {...button('none')}>
          {t('faq.change_vote')}
        </Button>
      ) : (
        <>
          <Button kind="second" small {...button('yes')}>
            {t('faq.yes')}
          </Button>{' '}
          <Button kind="second" small {...button('no')}>
            {t('faq.no')}
          </Button>
        </>
      )}
    </div>
  );
}

/** Script replaces the pressed button. The focus goes on to the one that takes its place. */
function useFocusKept(vote: string | null) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(vote);
  useEffect(() => {
    if (shown.current === vote) return;
    shown.current = vote;
    if (document.activeElement === document.body)
      place.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [vote]);
  return place;
}
