import { Tree } from '../tree.mjs';

export const meta = () => [{ title: 'Three hundred elements' }];

export default function Page() {
  return <Tree />;
}
