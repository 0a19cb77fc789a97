import type { CheckResult } from '@parley/contract/system/system-findings'
import { json } from '../../../db/json.ts'
import type { Db } from '../../../db/pool.ts'
import type { CheckContext } from './check.ts'
import { checks } from './checks.ts'
import { runAllChecks } from './run-checks.ts'

/** Runs all checks and stores what they found in place of what was found before. */
export async function checkAndStore(context: CheckContext): Promise<CheckResult[]> {
  const results = await runAllChecks(context)
  const rows = results.map(({ check, findings, host, checked_at }) => ({
    ...{ name: check, host, checked_at: new Date(checked_at) },
    findings: json(findings),
  }))
  await context.db
    .insertInto('system_checks')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        checked_at: eb.ref('excluded.checked_at'),
        host: eb.ref('excluded.host'),
        findings: eb.ref('excluded.findings'),
      })),
    )
    .execute()
  return results
}

/** The newest results, in the order of the checks. Those of checks that no longer exist are left out. */
export async function listResults(db: Db): Promise<CheckResult[]> {
  const rows = await db.selectFrom('system_checks').selectAll().execute()
  return checks.flatMap(({ name }) => {
    const row = rows.find((one) => one.name === name)
    return row
      ? [
          {
            ...{ check: name, host: row.host, checked_at: row.checked_at.toISOString() },
            findings: row.findings as CheckResult['findings'], // written by checkAndStore
          },
        ]
      : []
  })
}
