/** Reads what a query of Prometheus asks for, by the parser of Prometheus' own editor. */
import { parser } from '@prometheus-io/lezer-promql';

export interface Asked {
  readonly metric: string;
  readonly labels: readonly string[];
  /** The aggregations around it, the innermost first. */
  readonly within: readonly string[];
  /** What `label="value"` or `label!="value"` names. Patterns may well name nothing. */
  readonly values: Readonly<Record<string, string>>;
}

type Node = ReturnType<typeof parser.parse>['topNode'];

/** Every metric of the query, with the labels that it is asked by. Fails if the query cannot be parsed. */
export function askedBy(query: string): readonly Asked[] {
  const asked: Asked[] = [];
  parser.parse(query).iterate({
    enter: ({ type, node }) => {
      if (type.isError) throw new Error(`${query}: it cannot be read at ${node.from}`);
      if (type.name === 'VectorSelector') asked.push(selector(node, query));
    },
  });
  return asked;
}

function selector(node: Node, query: string): Asked {
  const text = (one: Node | null) => (one === null ? '' : query.slice(one.from, one.to));
  const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
  const labels = matchers.map((one) => text(one.getChild('LabelName')));
  const exact = matchers.filter((one) => ['=', '!='].includes(text(one.getChild('MatchOp'))));
  const values = exact.map((one) => [
    text(one.getChild('LabelName')),
    text(one.getChild('StringLiteral')).slice(1, -1),
  ]);
  const metric = text(node.getChild('Identifier'));
  return {
    metric,
    labels: [...labels, ...groupings(node, text)],
    within: aggregations(node, text),
    values: Object.fromEntries(values),
  };
}

/** The labels by which the expressions around a metric group it. */
function groupings(node: Node, text: (one: Node | null) => string): readonly string[] {
  const found: string[] = [];
  for (let around = node.parent; around !== null; around = around.parent) {
    const clause = around.getChild('AggregateModifier') ?? around.getChild('MatchingModifierClause');
    found.push(...(clause?.getChild('GroupingLabels')?.getChildren('LabelName') ?? []).map((one) => text(one)));
  }
  return found;
}

function aggregations(node: Node, text: (one: Node | null) => string): readonly string[] {
  const found: string[] = [];
  for (let around = node.parent; around !== null; around = around.parent)
    if (around.type.name === 'AggregateExpr') found.push(text(around.getChild('AggregateOp')));
  return found;
}
