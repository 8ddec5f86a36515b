import { useConnection } from '../platform/connection';
import { NewMessageDialog } from './new-message-dialog';
import { RefusalDialog } from './refusal-dialog';
import { UpdateDialog } from './update-notices';

export { UpdateFlag } from './update-notices';

/** The dialogs that only script opens, in a file of their own: none is needed while a page loads. */
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
