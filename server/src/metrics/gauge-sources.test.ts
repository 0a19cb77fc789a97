import { expect, onTestFinished, test, vi } from 'vitest'
import { createGaugeReader, type GaugeSource } from './gauge-sources.ts'

const gauges = { answer: { help: 'An answer' } }
const source = (read: GaugeSource['read'], scope: GaugeSource['scope'] = 'node'): GaugeSource => ({
  name: 'test',
  scope,
  gauges,
  read,
})

test('a source that fails or hangs has no values, and is not read again while it hangs', async () => {
  const read = createGaugeReader({ time_limit_ms: 20 })
  expect(await read(source(async () => Promise.reject(new Error('no such table'))))).toBeNull()
  const hanging = vi.fn(() => new Promise<never>(() => {}))
  const hangingSource = source(hanging)
  expect(await read(hangingSource)).toBeNull()
  expect(await read(hangingSource)).toBeNull()
  expect(hanging).toHaveBeenCalledTimes(1)
})

test('values of the workspace are kept for a moment, those of the node are not', async () => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const read = createGaugeReader({ keep_workspace_ms: 50 })
  let value = 0
  const next = async () => ({ answer: [{ value: ++value }] })
  const shared = source(next, 'workspace')
  expect(await read(shared)).toEqual({ answer: [{ value: 1 }] })
  now = 49
  expect(await read(shared)).toEqual({ answer: [{ value: 1 }] })
  now = 50
  expect(await read(shared)).toEqual({ answer: [{ value: 2 }] })
  const own = source(next)
  expect(await read(own)).toEqual({ answer: [{ value: 3 }] })
  expect(await read(own)).toEqual({ answer: [{ value: 4 }] })
})
