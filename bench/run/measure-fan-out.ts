import { type Session, signIn } from './browser.ts'
import { noteCall } from './measure-conversations.ts'
import { percentilesOf, type Timed } from './metrics.ts'
import type { Target } from './target.ts'

/** Time from sending a note until the last of many open browsers has received it. */
export async function measureFanOut(
  url: string,
  browser: Session,
  target: Target,
  login: { email: string; password: string },
  { sockets, repetitions }: { sockets: number; repetitions: number },
): Promise<Timed> {
  let received = 0
  let onAllReceived: () => void = () => {}
  const reader = await signIn(url, login.email, login.password)
  const open = await Promise.all(
    Array.from({ length: sockets }, () =>
      reader.listen((type) => {
        if (type !== 'message.created') return
        received += 1
        if (received === sockets) onAllReceived()
      }),
    ),
  )
  const times: number[] = []
  for (let n = 0; n < repetitions; n++) {
    const one = target.uuids[n % target.uuids.length]
    if (!one) break
    received = 0
    const finished = new Promise<void>((resolve) => {
      onAllReceived = resolve
    })
    const { path, body } = noteCall(one)
    const from = performance.now()
    await browser.post(path, body)
    await finished
    times.push(performance.now() - from)
  }
  for (const socket of open) socket.close()
  reader.close()
  return {
    name: `note, until ${sockets} browsers have received it`,
    server: percentilesOf(times),
    baseline: null,
    queries: null,
    target: null,
  }
}
