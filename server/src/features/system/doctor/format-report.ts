import type { CheckResult, FindingState } from '@parley/contract/system/system-findings'
import { loadCatalogue } from '../../settings/languages.ts'

const labels: Record<FindingState, string> = { ok: 'ok', warning: 'warning', error: 'error' }
/** Green, yellow and red of the terminal. */
const colorCodes: Record<FindingState, number> = { ok: 32, warning: 33, error: 31 }
const labelWidth = 9
const indent = ' '.repeat(2 + labelWidth)

/** The findings as text for a terminal, problems with what to do. */
export async function formatReport(
  results: readonly CheckResult[],
  { colors }: { colors: boolean },
): Promise<string> {
  const texts = await loadCatalogue('en')
  const paint = (state: FindingState) => {
    const label = labels[state].padEnd(labelWidth)
    return colors ? `\x1b[${colorCodes[state]}m${label}\x1b[0m` : label
  }
  const sections = results.map(({ check, findings }) =>
    [
      texts[`system.check.${check}`] ?? check,
      ...findings.flatMap(({ state, subject, message, advice }) => [
        `  ${paint(state)}${subject ? `${subject}: ` : ''}${message}`,
        ...(advice ? [`${indent}→ ${advice}`] : []),
      ]),
    ].join('\n'),
  )
  return [...sections, summarise(results)].join('\n\n')
}

function summarise(results: readonly CheckResult[]): string {
  const findings = results.flatMap((result) => result.findings)
  const count = (state: FindingState) => findings.filter((finding) => finding.state === state).length
  const errors = count('error')
  const warnings = count('warning')
  if (errors + warnings === 0) return `All ${findings.length} findings are ok.`
  const parts = [
    errors > 0 && `${errors} ${errors === 1 ? 'error' : 'errors'}`,
    warnings > 0 && `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
  ]
  return `${parts.filter(Boolean).join(' and ')}.`
}
