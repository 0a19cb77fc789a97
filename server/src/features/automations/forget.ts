import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

const day = 86_400_000
/** What did nothing is of interest for a shorter time. */
const kept = { acted: 90 * day, other: 30 * day, mails: day }
const atOnce = 5_000

/** Chore: the log of rules goes back three months, of moments that came to nothing one; mails are counted for an hour. */
export async function forgetRuns(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const rounds = [
    () =>
      sql`delete from automation_runs where id in (
      select id from automation_runs where at < ${before(kept.other)} and (outcome = 'not_matched' or at < ${before(kept.acted)})
      order by at limit ${atOnce})`.execute(db),
    () =>
      sql`delete from automation_mails where id in (
      select id from automation_mails where at < ${before(kept.mails)} order by at limit ${atOnce})`.execute(
        db,
      ),
  ]
  for (const round of rounds)
    for (let gone = atOnce; gone === atOnce; ) gone = Number((await round()).numAffectedRows ?? 0n)
}
