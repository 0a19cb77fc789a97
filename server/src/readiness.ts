import type { PartState, Readiness, ReadinessPart } from '@parley/contract/settings/health'
import type { Clock } from './clock.ts'

export type Verdict = { state: PartState; message: string }

/** A part of the server that reports its health. */
export type Part = {
  /** Shown to administrators under the catalogue key `health.part.<name>`. */
  name: string
  /** If it is down, the whole server is down. */
  essential?: true
  /** A part whose check throws or times out is down. */
  check(): Verdict | Promise<Verdict>
}

export type Registry = {
  /** Adds a part. Returns a function that removes it. */
  register(part: Part): () => void
  /** The state of all parts, cached for a moment. */
  report(): Promise<Required<Readiness>>
  /** Counts an unhandled error. */
  countUnexpectedError(): void
  stop(): void
}

const checkIntervalMs = 10_000
const cacheMs = 1_000
/** A check that takes longer counts as down. */
export const checkTimeoutMs = 3_000
const unexpectedErrorMemoryMs = 3_600_000

export const ok = (message: string): Verdict => ({ state: 'ok', message })
export const degraded = (message: string): Verdict => ({ state: 'degraded', message })
export const down = (message: string): Verdict => ({ state: 'down', message })

/** Collects the parts' health. Also checks them periodically, so that "since" does not depend on requests. */
export function createReadiness(clock: Clock, check_interval_ms = checkIntervalMs): Registry {
  const parts = new Map<string, Part>()
  const lastByName = new Map<string, ReadinessPart>()
  let latest: { at: number; report: Promise<Required<Readiness>> } | undefined
  let unexpected: { count: number; at: number } | undefined

  const check = async (part: Part): Promise<ReadinessPart> => {
    const verdict = await checkWithTimeout(part)
    const previous = lastByName.get(part.name)
    const since = previous?.state === verdict.state ? previous.since : clock.now().toISOString()
    const now = { name: part.name, ...verdict, since }
    lastByName.set(part.name, now)
    return now
  }
  const checkAll = async (): Promise<Required<Readiness>> => {
    const reports = await Promise.all([...parts.values()].map(check))
    const isDown = reports.some(({ name, state }) => state === 'down' && parts.get(name)?.essential)
    const isFine = reports.every(({ state }) => state === 'ok')
    return { status: isDown ? 'down' : isFine ? 'ok' : 'degraded', parts: reports }
  }
  const report = () => {
    if (!latest || performance.now() - latest.at > cacheMs)
      latest = { at: performance.now(), report: checkAll() }
    return latest.report
  }
  parts.set('process', {
    name: 'process',
    check() {
      if (!unexpected || Date.now() - unexpected.at > unexpectedErrorMemoryMs)
        return ok('No unexpected errors')
      return degraded(
        `${unexpected.count} unexpected error${unexpected.count === 1 ? '' : 's'} since the server started, the last one within the past hour. The server log has the details`,
      )
    },
  })
  const timer = setInterval(() => void report(), check_interval_ms)
  timer.unref()
  return {
    register(part) {
      parts.set(part.name, part)
      latest = undefined
      return () => {
        parts.delete(part.name)
        lastByName.delete(part.name)
      }
    },
    report,
    countUnexpectedError() {
      unexpected = { count: (unexpected?.count ?? 0) + 1, at: Date.now() }
    },
    stop: () => clearInterval(timer),
  }
}

async function checkWithTimeout(part: Part): Promise<Verdict> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<Verdict>((resolve) => {
    timer = setTimeout(
      () => resolve(down(`It didn’t respond within ${checkTimeoutMs / 1000} seconds`)),
      checkTimeoutMs,
    )
  })
  try {
    return await Promise.race([part.check(), timeout])
  } catch (error) {
    return down(`It can’t be checked: ${(error as Error).message}`)
  } finally {
    clearTimeout(timer)
  }
}
