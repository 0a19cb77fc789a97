import { expect, test } from 'vitest'
import { retryTransient } from './retry-transient.ts'

const log = { warn: () => {} }

test('a step that fails while the database restarts is retried', async () => {
  let attempts = 0
  const step = async () => {
    attempts++
    if (attempts < 3) throw Object.assign(new Error('starting up'), { code: '57P03' })
    return 'started'
  }
  expect(await retryTransient('test', step, log, 1)).toBe('started')
  expect(attempts).toBe(3)
})

test.each([
  new Error('PORT is in use'),
  Object.assign(new Error('no access to tls.key'), { code: 'EACCES' }),
])('an error of the step itself ends the start: %s', async (error) => {
  const step = () => Promise.reject(error)
  await expect(retryTransient('test', step, log, 1)).rejects.toThrow(error.message)
})
