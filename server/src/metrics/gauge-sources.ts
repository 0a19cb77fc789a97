import { setTimeout as wait } from 'node:timers/promises'

/** A value of a gauge. Labels have few values: no ids, addresses or texts. */
type Sample = { value: number; labels?: Record<string, string> }

/** Gauges that are read together when metrics are collected. */
export type GaugeSource = {
  /** The label of this source in `parley_collection_success`. */
  name: string
  /** Help and label names by name of the gauge. */
  gauges: Record<string, { help: string; labels?: readonly string[] }>
  /**
   * Whether the values are read from the database and describe the whole workspace, so that every node has the same. They are then kept
   * for a few seconds. Otherwise they describe this node.
   */
  scope: 'node' | 'workspace'
  /** Samples by name of the gauge. */
  read(): Promise<Record<string, readonly Sample[]>>
}

/** The gauges that parts of the server offer. Nothing is read until metrics are collected. */
export type GaugeSources = {
  register(source: GaugeSource): void
  list(): readonly GaugeSource[]
}

export function createGaugeSources(initial: readonly GaugeSource[] = []): GaugeSources {
  const sources = [...initial]
  return { register: (source) => void sources.push(source), list: () => sources }
}

/** Null if the source failed or took too long: no value is better than an old one. */
export type Reading = Record<string, readonly Sample[]> | null

const timeLimitMs = 3_000
const keepWorkspaceMs = 5_000

/** Reads sources with a time limit. A source that is still being read isn't read a second time. */
export function createGaugeReader({ time_limit_ms = timeLimitMs, keep_workspace_ms = keepWorkspaceMs } = {}) {
  const latest = new Map<GaugeSource, { read_at: number; reading: Promise<Reading>; is_running: boolean }>()
  const startReading = (source: GaugeSource) => {
    const entry = {
      read_at: performance.now(),
      is_running: true,
      reading: source
        .read()
        .catch(() => null)
        .finally(() => {
          entry.is_running = false
        }),
    }
    latest.set(source, entry)
    return entry.reading
  }
  return (source: GaugeSource): Promise<Reading> => {
    const last = latest.get(source)
    const keep_ms = source.scope === 'workspace' ? keep_workspace_ms : 0
    const isCurrent = last && (last.is_running || performance.now() - last.read_at < keep_ms)
    const reading = isCurrent ? last.reading : startReading(source)
    return Promise.race([reading, wait(time_limit_ms, null, { ref: false })])
  }
}
