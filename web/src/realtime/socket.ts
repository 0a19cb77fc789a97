import { type ClientFrame, PresenceFrame, ServerEvent } from '@parley/contract/shared/server-events'
import { z } from 'zod'

/** `lost` while waiting for or making the next attempt; `stopped` after the last one. */
export type ConnectionState = 'connecting' | 'open' | 'lost' | 'stopped'

export const timing = {
  ping_ms: 5_000,
  /** Without a pong for this long the connection is dead, whatever the browser believes. */
  silence_ms: 60_000,
  first_retry_ms: 1_000,
  longest_retry_ms: 30_000,
  attempts: 50,
}

/** The delay before attempt n, starting at 0. */
export const retryDelay = (attempt: number, { first_retry_ms, longest_retry_ms } = timing): number =>
  Math.min(first_retry_ms * 1.5 ** attempt, longest_retry_ms)

/** The server's close code when the session has ended, and also when the server is about to stop. */
const SESSION_OVER = 4401

/**
 * Keeps a WebSocket open and reports every event in order, starting after `cursor` if there is one, and resuming from the last event
 * after an interruption. `url` gets the cursor.
 */
export function connect(
  {
    cursor = null,
    url,
    onEvent,
    onPresence = () => {},
    onConnection,
    onMaybeSignedOut,
  }: {
    cursor?: string | null
    url: (cursor: string | null) => string
    onEvent: (event: ServerEvent) => void
    onPresence?: (presence: PresenceFrame['object']) => void
    onConnection: (connection: ConnectionState) => void
    onMaybeSignedOut: () => void
  },
  config = timing,
): { send: (frame: ClientFrame) => void; retryNow: () => void; close: () => void } {
  let attempt = 0
  let closed = false
  let socket: WebSocket | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let heartbeat: ReturnType<typeof setInterval> | undefined

  const open = () => {
    clearTimeout(retry)
    retry = undefined
    const ws = new WebSocket(url(cursor))
    let lastHeardAt = Date.now()
    socket = ws
    const checkAlive = () => {
      // Closing a dead connection may take minutes: abandon it at once.
      if (Date.now() - lastHeardAt > config.silence_ms) lose(ws)
      else ws.send('ping')
    }
    ws.onopen = () => {
      lastHeardAt = Date.now()
      heartbeat = setInterval(checkAlive, config.ping_ms)
    }
    ws.onmessage = ({ data }) => {
      lastHeardAt = Date.now()
      if (ws === socket && data !== 'pong') receive(String(data))
    }
    ws.onclose = ({ code }) => {
      if (ws === socket && code === SESSION_OVER) onMaybeSignedOut()
      lose(ws)
    }
  }

  const receive = (text: string) => {
    const frame = parseFrame(text)
    if (!frame) return
    if ('presence' in frame) return onPresence(frame.presence)
    // An event from a newer server is skipped, but still advances the cursor.
    cursor = frame.event_id
    if (!frame.event) return
    if (frame.event.type === 'hello') {
      attempt = 0
      onConnection('open')
    }
    onEvent(frame.event)
  }

  const drop = (ws: WebSocket): boolean => {
    if (ws !== socket) return false
    clearInterval(heartbeat)
    socket = undefined
    ws.close()
    return !closed
  }
  const lose = (ws: WebSocket) => {
    if (!drop(ws)) return
    if (attempt >= config.attempts) return onConnection('stopped')
    onConnection('lost')
    retry = setTimeout(open, retryDelay(attempt++, config))
  }

  onConnection('connecting')
  open()
  return {
    /** Dropped without a connection. */
    send: (frame) => sendWhenOpen(socket, frame),
    /** Call it when success is likely: the network is back, or the window got the focus. */
    retryNow() {
      if (closed || socket) return
      attempt = 0
      onConnection('lost')
      open()
    },
    close() {
      closed = true
      clearTimeout(retry)
      if (socket) drop(socket)
    },
  }
}

function sendWhenOpen(socket: WebSocket | undefined, frame: ClientFrame) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
}

type ReceivedFrame = { event_id: string; event: ServerEvent | null } | { presence: PresenceFrame['object'] }

const Frame = z.object({ event_id: z.string(), type: z.string() })

function parseFrame(text: string): ReceivedFrame | null {
  const json = parseJson(text)
  const presence = isPresence(json) ? PresenceFrame.safeParse(json).data : undefined
  if (presence) return { presence: presence.object }
  const event = ServerEvent.safeParse(json)
  if (event.success) return { event_id: event.data.event_id, event: event.data }
  const frame = Frame.safeParse(json).data
  console.warn('Skipped an unknown event', frame?.type ?? text.slice(0, 100), z.prettifyError(event.error))
  return frame ? { event_id: frame.event_id, event: null } : null
}

/** Most frames are events, and an attempt to parse one as something else takes half as long as parsing it. */
const isPresence = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && 'type' in json && json.type === PresenceFrame.shape.type.value

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
