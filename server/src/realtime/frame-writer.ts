import type { Socket } from 'node:net'
import type { ServerEvent } from '@parley/contract/shared/server-events'
import type { WebSocket } from 'ws'
import { countOutcome } from '../telemetry/outcome.ts'
import { writeFrame } from './write-frame.ts'

const megabyte = 1024 * 1024
/** Queued for a client that is too slow for what happens. It is disconnected, and catches up when it reconnects. */
const maxQueuedBytes = 4 * megabyte
/** Queued for a client that catches up. The rest waits until it has taken that. */
const maxPacedBytes = megabyte

/** Writes the frames of one client, whose socket is on `connection`. */
export function createFrameWriter(socket: WebSocket, connection: Socket) {
  const write = (frame: object, onWritten?: () => void) => {
    socket.send(writeFrame(frame), onWritten)
    countOutcome({ kind: 'socket_frame_sent' })
  }
  return {
    /** At once. What belongs together may be more than may be queued, so only what was queued before it counts. */
    write(frames: readonly object[]): void {
      if (socket.bufferedAmount > maxQueuedBytes) {
        socket.terminate()
        return
      }
      // In one system call, which is most of what a frame costs.
      connection.cork()
      for (const frame of frames) write(frame)
      connection.uncork()
    },
    /**
     * As fast as the client reads, because it may have missed more than may be queued: it would be disconnected again and again.
     * Resolves early if the connection ends.
     */
    async writePaced(frames: readonly ServerEvent[], onQueued: (frame: ServerEvent) => void): Promise<void> {
      for (const frame of frames) {
        if (socket.readyState !== socket.OPEN) return
        const { promise: written, resolve } = Promise.withResolvers<void>()
        write(frame, resolve)
        onQueued(frame)
        if (socket.bufferedAmount > maxPacedBytes) await written
      }
    },
  }
}
