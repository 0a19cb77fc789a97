import { expect, onTestFinished, test, vi } from 'vitest'
import { checkTimeoutMs } from '../../readiness.ts'
import { startFakeS3 } from '../../testing/fake-services/s3/fake-s3.ts'
import { openS3Bucket } from './s3-bucket.ts'
import { s3Health } from './s3-health.ts'

test('S3 is checked seldom while it responds, and soon again while it is down', async () => {
  const s3 = await startFakeS3()
  const bucket = await openS3Bucket(s3.settings, { attempts: 1 })
  onTestFinished(async () => {
    bucket.stop()
    await s3.stop()
  })
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  // S3 responds in this process, so a stall of the machine must not end a check.
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
  onTestFinished(() => limit.mockRestore())
  const { check } = s3Health(bucket)
  expect(await check()).toEqual({ state: 'ok', message: 'S3 is responding' })
  await s3.stop()
  now += 20_000
  expect(await check()).toMatchObject({ state: 'ok' })
  now += 11_000
  expect(await check()).toMatchObject({
    state: 'down',
    message: expect.stringMatching(/Until then files can’t be opened/),
  })
  await s3.start()
  now += 6_000
  expect(await check()).toMatchObject({ state: 'ok' })
})

test('an S3 that does not answer is down before the check times out', async () => {
  const s3 = await startFakeS3()
  const bucket = await openS3Bucket(s3.settings)
  onTestFinished(async () => {
    bucket.stop()
    await s3.stop()
  })
  s3.setFault(() => 'mute')
  const limit = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => limit.mockRestore())
  expect(await s3Health(bucket).check()).toMatchObject({
    state: 'down',
    message: expect.stringContaining('isn’t responding'),
  })
  expect(limit).toHaveBeenCalledOnce()
  expect(limit.mock.calls[0]?.[0]).toBeLessThan(checkTimeoutMs)
})
