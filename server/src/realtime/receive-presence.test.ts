import { expect, onTestFinished, test, vi } from 'vitest'
import type { Db } from '../db/pool.ts'
import type { Hub } from './hub.ts'
import { receivePresence } from './receive-presence.ts'
import type { Subscriber } from './subscriber.ts'

test('a browser can announce five times a second, and further announcements are dropped', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(7_000)
  onTestFinished(() => clock.mockRestore())
  const announce = vi.fn()
  const hub = { presence: { announce } } as unknown as Hub
  // Nothing is open, so nothing is looked up.
  const presence = receivePresence({ db: {} as Db, hub }, {} as Subscriber)
  const receive = () => presence.receive('{"type":"presence","object":null}')
  for (let n = 0; n < 8; n++) expect(receive()).toBe(true)
  await vi.waitFor(() => expect(announce).toHaveBeenCalledTimes(5))
  clock.mockReturnValue(8_000)
  receive()
  await vi.waitFor(() => expect(announce).toHaveBeenCalledTimes(6))
})
