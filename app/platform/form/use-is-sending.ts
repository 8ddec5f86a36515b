import { useActionData, useNavigation } from '@remix-run/react';

/** Whether the form is being sent, for its button. False again as soon as the page shows its refusal. */
export function useIsSending(action: string) {
  const navigation = useNavigation();
  const isAnswered = useActionData() !== undefined && navigation.state === 'loading';
  return navigation.state !== 'idle' && !isAnswered && navigation.formAction?.split('?')[0] === action;
}
