import { type CategoryResult, percent } from './run-folder.ts'

/** Formats a category's result: `NAME passed/total`, the failing ids, the metrics and the missed targets. */
export function reportLines(result: CategoryResult, { verbose }: { verbose: boolean }): string[] {
  const { category, cases, failures, metrics, missed: missedTargets } = result
  return [
    `${category} ${cases.passed}/${cases.total} (${percent(cases)})`,
    ...failures.flatMap(({ id, reasons }) => [
      `  ${id}`,
      ...(verbose ? reasons.map((reason) => `    ${reason}`) : []),
    ]),
    ...Object.entries(metrics).map(
      ([name, score]) => `  ${name} ${score.passed}/${score.total} (${percent(score)})`,
    ),
    ...missedTargets.map((what) => `  TARGET MISSED: ${what}`),
  ]
}
