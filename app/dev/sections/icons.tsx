import { Growth, STAGES } from '../../ui/growth';
import { Icon } from '../../ui/icon';
import { ICON_NAMES } from '../../ui/icon-names';

export function Icons() {
  return (
    <ul className="icons">
      {ICON_NAMES.map((name) => (
        <li key={name}>
          <Icon name={name} />
          <span>{name}</span>
        </li>
      ))}
      {[...STAGES, 'lost' as const].map((stage) => (
        <li key={stage}>
          <Growth stage={stage} />
          <span>{stage}</span>
        </li>
      ))}
    </ul>
  );
}
