import type { FormEvent } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Menu } from '../../ui/menu';
import type { ShownTalk } from '../conversation.server';
import { Press } from './chat-form';

/** What can be done with a conversation besides writing. The club cannot be blocked. */
export function TalkChoices({ talk: { isClub, isMuted, isBlocked } }: { talk: ShownTalk }) {
  const { t } = useTranslation('chat');
  return (
    <Menu label={t('choices.title')}>
      <div className="panel stack stack-s small" onSubmit={closeMenu}>
        <Press id="mute" intent={isMuted ? 'unmute' : 'mute'}>
          {t(isMuted ? 'choices.unmute' : 'choices.mute')}
        </Press>
        <p className="muted">{t('choices.mute_text')}</p>
        {isClub ? null : (
          <>
            <Press id="block" intent={isBlocked ? 'unblock' : 'block'}>
              {t(isBlocked ? 'choices.unblock' : 'choices.block')}
            </Press>
            <p className="muted">{t('choices.block_text')}</p>
          </>
        )}
        <p className="muted">{t('choices.report_text')}</p>
      </div>
    </Menu>
  );
}

function closeMenu({ currentTarget }: FormEvent) {
  const menu = currentTarget.closest('details');
  menu?.removeAttribute('open');
  menu?.querySelector('summary')?.focus();
}
