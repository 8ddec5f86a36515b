import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { Icon } from '../../ui/icon';
import { PlainText } from '../../ui/plain-text';
import type { LiveLog } from './live-log';
import type { Unsent } from './store';

interface UnsentMessagesProps {
  unsent: Unsent[];
  live: Pick<LiveLog, 'retry' | 'discard'>;
  onTakeBack: ((text: string) => void) | null;
}

/** The messages of the member that are not sent yet. The first one holds those behind it. */
export function UnsentMessages({ unsent, live, onTakeBack }: UnsentMessagesProps) {
  const { t } = useTranslation('chat');
  const [first] = unsent;
  const isHeld = first !== undefined && first.state !== 'sending' && first.state !== 'waiting';
  return (
    <>
      {unsent.map((one) => {
        const { clientId, text, state } = one;
        const isFirst = one === first;
        return (
          <li key={clientId} className={classNames('bubble me', isHeld && isFirst ? 'unsent' : 'wait')}>
            <span className="vh">{t('you')} </span>
            <PlainText text={text} target="_blank" />
            {isHeld ? (
              <footer className="row">
                {isFirst ? <Reason unsent={one} /> : <span>{t('live.waiting')}</span>}
                {isFirst ? <Choice onPress={live.retry}>{t('live.retry')}</Choice> : null}
                {isFirst && state === 'refused' && onTakeBack ? (
                  <Choice
                    onPress={() => {
                      onTakeBack(text);
                      live.discard(clientId);
                    }}
                  >
                    {t('live.take_back')}
                  </Choice>
                ) : null}
                <Choice onPress={() => live.discard(clientId)}>{t('live.discard')}</Choice>
              </footer>
            ) : (
              <footer>{t('live.sending')}</footer>
            )}
          </li>
        );
      })}
    </>
  );
}

function Reason({ unsent: { state, words } }: { unsent: Unsent }) {
  const { t } = useTranslation('chat');
  return (
    <p className="err" role="alert">
      <Icon name="alert" />
      <span>
        {t('live.unsent')} {words} {state === 'limited' ? t('live.by_itself') : null}
      </span>
    </p>
  );
}

const Choice = ({ onPress, children }: { onPress(): void; children: ReactNode }) => (
  <Button type="button" kind="link" small onClick={onPress}>
    {children}
  </Button>
);
