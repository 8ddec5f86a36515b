import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card';
import type { ShownTalk } from '../conversation.server';
import { Press } from './chat-form';

/** What can be done with a conversation besides writing. The club cannot be blocked. */
export function TalkChoices({ talk: { isClub, isMuted, isBlocked } }: { talk: ShownTalk }) {
  const { t } = useTranslation('chat');
  return (
    <Card title={t('choices.title')}>
      <div className="stack">
        <div className="stack stack-s">
          <Press id="mute" intent={isMuted ? 'unmute' : 'mute'}>
            {t(isMuted ? 'choices.unmute' : 'choices.mute')}
          </Press>
          <p className="small muted">{t('choices.mute_text')}</p>
        </div>
        {isClub ? null : (
          <div className="stack stack-s">
            <Press id="block" intent={isBlocked ? 'unblock' : 'block'}>
              {t(isBlocked ? 'choices.unblock' : 'choices.block')}
            </Press>
            <p className="small muted">{t('choices.block_text')}</p>
          </div>
        )}
        <p className="small muted">{t('choices.report_text')}</p>
      </div>
    </Card>
  );
}
