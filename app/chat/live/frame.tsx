import { useTranslation } from '../../platform/i18n/use-translation';
import type { ShownTalk } from '../conversation.server';
import { useNewMessages } from '../use-new-messages';

interface FrameProps {
  talk: Pick<ShownTalk, 'id' | 'title' | 'newest'>;
  src: string;
  formKey: string;
}

/** The messages as a document of their own: without script, and until script has them. */
export function Frame({ talk: { id, title, newest }, src, formKey }: FrameProps) {
  const { t } = useTranslation('chat');
  const isHeard = useNewMessages(id, newest);
  return (
    <>
      <iframe
        // A new document once there is a newer message: a frame has no script.
        key={`${formKey} ${newest}`}
        className="frame"
        src={src}
        title={t('talk.messages', { name: title })}
      />
      <p className="vh" role="status">
        {isHeard ? <span key={newest}>{t('talk.arrived', { name: title })}</span> : null}
      </p>
    </>
  );
}
