import { Form, useNavigation } from '@remix-run/react';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useIsSending } from '../../platform/form/use-is-sending';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';

interface ActLineProps {
  act: 'payment' | 'reply' | 'harvest' | 'version' | 'terms';
}

/** Something that a visitor lets happen, with what comes of it. */
export function ActLine({ act }: ActLineProps) {
  const { t } = useTranslation('demo');
  const isSending = useIsSending('/demo');
  const isThis = useNavigation().formData?.get('act') === act;
  return (
    <li>
      <Form method="post" id={act} className="stack stack-s">
        <HiddenFields />
        <p id={`${act}-text`}>{t(`acts.${act}.text`)}</p>
        <div>
          <Button kind="second" name="act" value={act} aria-describedby={`${act}-text`} busy={isSending && isThis}>
            {t(`acts.${act}.button`)}
          </Button>
        </div>
      </Form>
    </li>
  );
}
