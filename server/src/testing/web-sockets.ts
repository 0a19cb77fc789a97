import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import type { TestApp } from './test-app.ts'

// Frames are of many shapes; each test asserts what it expects.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Frame = any

/** A real socket to a listening test app. `frames` grows as they come in. */
export async function openSocket(t: TestApp, path: string, headers: Record<string, string>) {
  const { port } = t.app.server.address() as { port: number } // listens on TCP
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
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
    /** Waits until something holds; fails loudly when it does not within 5 s. */
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
    close: () => socket.close(),
  }
}

/** Looks every few milliseconds until it holds. */
export async function eventually(
  predicate: () => boolean | Promise<boolean>,
  describeFailure: () => string = () => '',
): Promise<void> {
  // A busy machine is no failure; nor is a transaction of another database of the same server, which holds up what is read of the spine.
  const deadline = performance.now() + 20_000
  while (!(await predicate())) {
    if (performance.now() > deadline)
      throw new Error(`This did not come about: ${predicate}\n${describeFailure()}`)
    await pause(5)
  }
}
