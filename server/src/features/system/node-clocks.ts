import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { aliveInterval } from '../../nodes/alive.ts'

/** From here on a clock is wrong. Claims and undo windows are compared by the clocks of nodes, and last 10 to 60 seconds. */
export const wrongAboveMs = 5_000
/** Codes for signing in are refused. */
export const harmfulAboveMs = 60_000

export const clockAdvice = 'Synchronise the clocks with NTP, such as by chrony or systemd-timesyncd'

export type WrongClock = { subject: string; message: string; is_harmful: boolean }

/** Running nodes whose clocks differ from the database’s, as they measured it themselves. */
export async function listWrongClocks(db: Db): Promise<WrongClock[]> {
  const { rows } = await sql<{ host: string; pid: number; offset_ms: number; acts_alone: boolean }>`
    select host, pid, clock_offset_ms as offset_ms, roles && '{worker,mail}' as acts_alone from nodes
    where abs(clock_offset_ms) > ${wrongAboveMs} and seen_at > clock_timestamp() - ${sql.raw(aliveInterval)}
    order by host, pid`.execute(db)
  return rows.map(({ host, pid, offset_ms, acts_alone }) => {
    const direction = offset_ms > 0 ? 'ahead of' : 'behind'
    return {
      subject: `${host} (${pid})`,
      message: `The clock of this process is ${formatDifference(Math.abs(offset_ms))} ${direction} that of the database${
        acts_alone ? ': it acts too early or too late, and may take over work that another one is doing' : ''
      }`,
      is_harmful: acts_alone || Math.abs(offset_ms) > harmfulAboveMs,
    }
  })
}

export function formatDifference(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`
}
