import type { SocketStep } from '../sockets/socket-step.ts'
import type { Figure, Timed } from './metrics.ts'

/** Everything that was measured on one database. */
export type Measured = {
  conversations: number
  timed: Timed[]
  figures: Figure[]
  sockets: SocketStep[]
  packages: string[]
}
