import { type CategoryResult, percent } from './run-folder.ts'

/** A category's result as lines: `NAME passed/total`, the failing ids, the other figures, missed targets. */
export function reportLines(result: CategoryResult, { verbose }: { verbose: boolean }): string[] {
  const { category, cases, failures, metrics: figures, missed } = result
  return [
    `${category} ${cases.passed}/${cases.total} (${percent(cases)})`,
    ...failures.flatMap(({ id, reasons }) => [
      `  ${id}`,
      ...(verbose ? reasons.map((reason) => `    ${reason}`) : []),
    ]),
    ...Object.entries(figures).map(
      ([name, score]) => `  ${name} ${score.passed}/${score.total} (${percent(score)})`,
    ),
    ...missed.map((what) => `  TARGET MISSED: ${what}`),
  ]
}
