import type { SocketLoad } from '../run/bounds.ts'
import type { Percentiles } from '../run/metrics.ts'

/** One web process with this many open browsers. */
export type SocketStep = {
  sockets: number
  /** Connections that failed, or that the server closed. */
  failures: number
  memory_mb: number
  /** Resident memory above that of the process without sockets. */
  kb_per_socket: number
  /** Share of one core while nothing happens: heartbeats, and checks of sessions. Null except on Linux. */
  rest_cpu: number | null
  /** Share of one core during the events. */
  event_cpu: number | null
  frames_per_second: number
  /** From sending a note until a socket has it, in ms, of all notes and sockets. */
  delay: Percentiles
  /** Notes that a socket didn't receive. */
  missing: number
}

export const carries = ({ failures, missing, delay }: SocketStep, { most_p99_ms }: SocketLoad): boolean =>
  failures === 0 && missing === 0 && delay.p99 <= most_p99_ms
