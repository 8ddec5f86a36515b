/** A node of PostgreSQL's `explain (format json)`. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Plan Rows': number;
  Plans?: PlanNode[];
}

/** No step of a plan sorts or collects more rows than this, however large the club is. */
const MOST_ROWS = 20_000;

/**
 * Returns what a plan does that becomes slower as the club grows: it reads a whole table or index that grows, or it
 * collects very many rows.
 */
export function faultsOf(node: PlanNode, grows: (table: string) => boolean): string[] {
  const type = node['Node Type'];
  const table = node['Relation Name'];
  const isWhole =
    table !== undefined && grows(table) && (type === 'Seq Scan' || (/Index/.test(type) && !node['Index Cond']));
  const isLarge = /Sort|Hash|Aggregate|Materialize|Memoize/.test(type) && node['Plan Rows'] > MOST_ROWS;
  return [
    ...(isWhole ? [`${type} of all of ${table} ${node['Index Name'] ?? ''}`.trim()] : []),
    ...(isLarge ? [`${type} of ${node['Plan Rows']} rows`] : []),
    ...(node.Plans ?? []).flatMap((inner) => faultsOf(inner, grows)),
  ];
}
