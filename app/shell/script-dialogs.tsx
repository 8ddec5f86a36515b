import { NewMessageDialog } from '../chat/new-message-dialog';
import { useConnection } from '../platform/browser/connection';
import { UpdateDialog } from '../realtime/update-notices';
import { RefusalDialog } from './refusal-dialog';

/** The dialogs that only script opens. They have their own file because no page needs them while it loads. */
export function ScriptDialogs() {
  const { refusal } = useConnection();
  return (
    <>
      {refusal ? <RefusalDialog refusal={refusal} /> : null}
      <UpdateDialog />
      <NewMessageDialog />
    </>
  );
}
