import { type FormAnswer, PlainForm } from '../../platform/form/plain-form';
import { useSending } from '../../platform/form/use-sending';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { RadioGroup } from '../../ui/choice-group';
import { TextField } from '../../ui/text-field';
import { fieldOf, LIMITS } from './message-fields';

const FORM = 'rate';

interface RatingFormProps {
  rating: { good: boolean; comment?: string | null } | null;
  answer: FormAnswer | undefined;
}

/** Rates a closed ticket, with a sentence if the member wants. A later rating replaces it. */
export function RatingForm({ rating, answer }: RatingFormProps) {
  const { t } = useTranslation('support');
  const labels = { good: t('rating.good'), comment: t('rating.comment') };
  const isSending = useSending(answer);
  const given = rating ? (rating.good ? 'yes' : 'no') : '';
  return (
    <Card title={t('rating.title')} end={rating ? t('rating.thanks') : undefined}>
      <PlainForm id={FORM} answer={answer} labels={labels} limits={LIMITS}>
        <RadioGroup
          {...fieldOf(FORM, answer, 'good', given)}
          required
          label={labels.good}
          options={[
            { value: 'yes', label: t('rating.yes') },
            { value: 'no', label: t('rating.no') },
          ]}
        />
        <TextField
          {...fieldOf(FORM, answer, 'comment', rating?.comment ?? '')}
          label={labels.comment}
          hint={t('rating.hint')}
          optional
        />
        <div>
          <Button kind="second" name="intent" value="rate" busy={isSending}>
            {t(rating ? 'rating.change' : 'rating.send')}
          </Button>
        </div>
      </PlainForm>
    </Card>
  );
}
