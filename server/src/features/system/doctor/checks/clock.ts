import type { Finding } from '@parley/contract/system/system-findings'
import { sql } from 'kysely'
import {
  clockAdvice,
  formatDifference,
  harmfulAboveMs,
  listWrongClocks,
  wrongAboveMs,
} from '../../node-clocks.ts'
import { type Check, error, ok, warning } from '../check.ts'
import { isLoopbackUrl } from '../loopback.ts'

const timeoutMs = 5_000
/** The Date header has whole seconds. */
const headerPrecisionMs = 1_000

export const clockCheck: Check = {
  name: 'clock',
  async run({ db, clock, installation }) {
    const { root_url } = installation
    const findings = [
      await compare('the database', clock.now, async () => {
        const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
        return rows[0]?.now ?? null
      }),
    ]
    if (!isLoopbackUrl(root_url))
      findings.push(await compare(new URL(root_url).host, clock.now, () => readDateHeader(root_url)))
    const nodes = (await listWrongClocks(db)).map(({ is_harmful, subject, message }) =>
      (is_harmful ? error : warning)(subject, message, clockAdvice),
    )
    return [...findings.filter((finding) => finding !== null), ...nodes]
  },
}

/** Null if the other clock can't be read, which is the subject of another check. */
async function compare(
  subject: string,
  now: () => Date,
  readOther: () => Promise<Date | null>,
): Promise<Finding | null> {
  const before = now().getTime()
  const other = await readOther().catch(() => null)
  if (!other) return null
  const middle = (before + now().getTime()) / 2
  const difference = Math.abs(other.getTime() - middle)
  const text = `The clock of this machine and that of ${subject} differ by ${formatDifference(difference)}`
  if (difference > harmfulAboveMs)
    return error(
      subject,
      `${text}: timers fire at the wrong time, and codes for signing in are refused`,
      clockAdvice,
    )
  if (difference > wrongAboveMs) return warning(subject, text, clockAdvice)
  return ok(subject, `The clock agrees with that of ${subject}`)
}

async function readDateHeader(url: string): Promise<Date | null> {
  const response = await fetch(url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const date = Date.parse(response.headers.get('date') ?? '')
  return Number.isNaN(date) ? null : new Date(date + headerPrecisionMs / 2)
}
