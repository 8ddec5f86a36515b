import { expect, it } from 'vitest';
import { readSearch } from './search';

it('finds a label whose random part begins like a prefix', () => {
  const [term] = readSearch('ap9scc', 'en');
  expect(term?.labels).toContainEqual({ from: 'TX-AP9SCC000', to: 'TX-AP9SCCZZZ' });
  expect(term?.labels).toContainEqual({ from: 'AP-9SCC00000', to: 'AP-9SCCZZZZZ' });
});
