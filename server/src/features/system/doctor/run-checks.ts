import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { CheckResult, Finding } from '@parley/contract/system/system-findings'
import { type Check, type CheckContext, error } from './check.ts'
import { checks } from './checks.ts'

/** DNS and mail servers that don't respond must not hold up the rest. */
const defaultTimeoutMs = 25_000

/** Runs all checks at the same time. Never throws: a check that fails is a finding. */
export async function runAllChecks(
  context: CheckContext,
  list: readonly Check[] = checks,
  timeout_ms = defaultTimeoutMs,
): Promise<CheckResult[]> {
  return Promise.all(
    list.map(async (check) => ({
      check: check.name,
      checked_at: context.clock.now().toISOString(),
      host: hostname(),
      findings: await runWithTimeout(check, context, timeout_ms),
    })),
  )
}

async function runWithTimeout(check: Check, context: CheckContext, timeout_ms: number): Promise<Finding[]> {
  const finished = new AbortController()
  const timeout = wait(timeout_ms, null, { signal: finished.signal }).then(
    () => [
      error(
        '',
        `This couldn’t be checked within ${Math.round(timeout_ms / 1000)} seconds`,
        'Look for a server, disk or network mount that doesn’t respond, then check again',
      ),
    ],
    (): Finding[] => [],
  )
  try {
    return await Promise.race([check.run(context), timeout])
  } catch (cause) {
    return [
      error(
        '',
        `This couldn’t be checked: ${(cause as Error).message}`,
        'Correct the cause, then check again',
      ),
    ]
  } finally {
    finished.abort()
  }
}
