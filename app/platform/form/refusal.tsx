import { ErrorSummary } from '../../ui/error-summary';
import { useRefusal } from '../page/page-state';
import { useAnswer } from './use-answer';

interface RefusalProps {
  /** Id of the form that was refused. */
  formId: string;
  /** The name of the page, which stands for the fields that a form of buttons does not have. */
  label: string;
}

/** Says why a form without visible fields was refused. */
export function Refusal({ formId, label }: RefusalProps) {
  const answer = useAnswer<{ error?: Record<string, string[] | null> | null }>();
  const faults = Object.values(answer?.error ?? {}).flatMap((messages) => messages ?? []);
  useRefusal(faults.length > 0, answer, formId);
  return <ErrorSummary errors={faults.map((message) => ({ message, label }))} attempt={answer} />;
}
