import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import type { TestApp } from './test-app.ts'

// Frames have many shapes; each test asserts what it expects.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Frame = any

/** A real WebSocket to a listening test app. `frames` grows as they arrive. */
export async function openSocket(t: TestApp, path: string, headers: Record<string, string>) {
  const { port } = t.app.server.address() as { port: number } // listens on TCP
  return connectSocket(`ws://127.0.0.1:${port}${path}`, { headers })
}

/** The same to any address. */
export async function connectSocket(url: string, options: WebSocket.ClientOptions) {
  const socket = new WebSocket(url, options)
  const frames: Frame[] = []
  let closed: number | null = null
  socket.on('message', (data) => {
    const text = data.toString()
    frames.push(text.startsWith('{') ? JSON.parse(text) : text)
  })
  socket.on('close', (code) => {
    closed = code
  })
  await new Promise((ready, fail) => {
    socket.once('open', ready)
    socket.once('unexpected-response', (_request, response) => fail(new Error(`HTTP ${response.statusCode}`)))
    socket.once('error', fail)
  })
  return {
    frames,
    send: (text: string | Buffer) => socket.send(text),
    /** Waits until the frames match; fails if they do not within the time limit of `eventually`. */
    until: (predicate: (frames: Frame[]) => boolean) =>
      eventually(
        () => predicate(frames),
        () => JSON.stringify(frames),
      ),
    untilClosed: async () => {
      await eventually(
        () => closed !== null,
        () => 'still open',
      )
      return closed
    },
    isOpen: () => closed === null,
    /** Reads nothing more, like a browser that hangs, until `resume`. */
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close: () => socket.close(),
  }
}

/** Polls every few milliseconds until the predicate is true. */
export async function eventually(
  predicate: () => boolean | Promise<boolean>,
  describeFailure: () => string = () => '',
): Promise<void> {
  // Generous, because the machine may be busy.
  const deadline = performance.now() + 45_000
  while (!(await predicate())) {
    if (performance.now() > deadline)
      throw new Error(`Timed out waiting for: ${predicate}\n${describeFailure()}`)
    await pause(5)
  }
}
