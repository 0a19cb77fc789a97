import { afterEach, expect, it } from 'vitest'
import { CasePool } from './case-pool.ts'

/** A worker program that answers "fine", hangs, dies or throws, depending on the id of the case. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ mailCase: { id } }) => {
      if (id === 'hangs') for (;;);
      if (id === 'dies') process.exit(3)
      if (id === 'throws') throw new Error('deliberate')
      parentPort.postMessage({ ok: true, reasons: [] })
    })
  `)}`,
)

let pool: CasePool | undefined
afterEach(() => pool?.close())

it('a case that hangs, dies or throws fails, and the other cases still run', async () => {
  pool = new CasePool({ threads: 1, millisPerCase: 1_000, program })
  const run = (id: string) =>
    pool?.run({ category: 'x', folder: '.', mailCase: { id, category: 'x', expect: {} } })

  const [hangs, dies, throws, fine] = await Promise.all(['hangs', 'dies', 'throws', 'fine'].map(run))

  expect(hangs).toEqual({ ok: false, reasons: ['took longer than 1000 ms'] })
  expect(dies).toEqual({ ok: false, reasons: ['ended its thread with code 3'] })
  expect(throws).toEqual({ ok: false, reasons: ['killed its thread: Error: deliberate'] })
  expect(fine).toEqual({ ok: true, reasons: [] })
})
