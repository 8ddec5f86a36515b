import { Badge } from '../../ui/badge';
import { Icon } from '../../ui/icon';
import { Money } from '../../ui/money';
import { Pagination } from '../../ui/pagination';
import { type Column, Table } from '../../ui/table';
import { Both, type Specimen } from '../both';

interface Commission {
  order: string;
  level: number;
  state: 'pending' | 'paid' | 'reversed';
  base: string;
  rate: string;
  amount: string;
}

const COMMISSIONS: Commission[] = [
  { order: 'OR-1C5R9TXV6', level: 1, state: 'pending', base: '149.00', rate: '5 %', amount: '7.45' },
  { order: 'OR-8M2QW4KDM', level: 2, state: 'paid', base: '149.00', rate: '2 %', amount: '2.98' },
  { order: 'OR-3H7N6ZPA3', level: 1, state: 'reversed', base: '298.00', rate: '5 %', amount: '-14.90' },
];

const PAGE = { last_page: 9, from: 61, to: 75, total: 1240 };

export function Tables() {
  return (
    <>
      <Both wide>
        {(specimen) => (
          <Table
            caption={specimen.say('Commissions', 'Provisionen')}
            columns={columns(specimen)}
            rows={COMMISSIONS}
            rowKey={({ order }) => order}
            foot={{
              label: specimen.say('Sum', 'Summe'),
              cells: [<Money key="sum" amount="-4.47" currency="EUR" signed />],
            }}
          />
        )}
      </Both>
      <Both wide>
        {({ say }) => (
          <>
            {[1, 5, 9].map((current) => (
              <Pagination
                key={current}
                label={say(`Pages, at ${current}`, `Seiten, bei ${current}`)}
                page={{ ...PAGE, current_page: current }}
                href={(page) => `/ui?page=${page}`}
              />
            ))}
          </>
        )}
      </Both>
    </>
  );
}

function columns({ say }: Specimen): Column<Commission>[] {
  return [
    {
      key: 'order',
      header: (
        <a href="#tables">
          {say('Order', 'Bestellung')}
          <Icon name="down" />
        </a>
      ),
      cell: ({ order }) => (
        <a className="ref" href="#tables">
          {order}
        </a>
      ),
      part: 'lead',
      sorted: 'ascending',
    },
    { key: 'level', header: say('Level', 'Ebene'), cell: ({ level }) => level, label: say('Level', 'Ebene') },
    { key: 'state', header: say('State', 'Stand'), cell: ({ state }) => <State state={state} say={say} /> },
    {
      key: 'base',
      header: say('Base', 'Grundlage'),
      cell: ({ base }) => <Money amount={base} currency="EUR" />,
      label: say('Base', 'Grundlage'),
      figures: true,
    },
    { key: 'rate', header: say('Rate', 'Satz'), cell: ({ rate }) => rate, label: say('Rate', 'Satz'), figures: true },
    {
      key: 'amount',
      header: say('Amount', 'Betrag'),
      cell: ({ amount }) => <Money amount={amount} currency="EUR" signed />,
      part: 'value',
      figures: true,
    },
  ];
}

function State({ state, say }: { state: Commission['state']; say: Specimen['say'] }) {
  if (state === 'pending') return <Badge tone="warn">{say('pending', 'ausstehend')}</Badge>;
  if (state === 'paid') return <Badge tone="good">{say('paid', 'ausgezahlt')}</Badge>;
  return (
    <Badge tone="info" icon="undo">
      {say('reversed', 'zurückgebucht')}
    </Badge>
  );
}
