import { describe, expect, test } from 'vitest'
import { freePorts } from '../testing/processes/free-ports.ts'
import {
  listenOnLoopback,
  preflightError,
  startupError,
  unprivilegedCommand,
} from '../testing/processes/startup-failures.ts'

// Some start the real program, which takes seconds on a busy machine.
const slow = 60_000
const asRoot = process.getuid?.() === 0

describe('ports', () => {
  test.each([
    ['PORT', /^PORT (\d+) is in use by another program on 127\.0\.0\.1\..*set PORT to another port/],
    [
      'SMTP_RECEIVER_PORT',
      /^SMTP_RECEIVER_PORT (\d+) is in use by another program on 127\.0\.0\.1\..*SMTP_RECEIVER_PORT to 0/,
    ],
    [
      'PARLEY_METRICS_PORT',
      /^PARLEY_METRICS_PORT (\d+) is in use by another program on 127\.0\.0\.1\..*PARLEY_METRICS_PORT to another/,
    ],
  ])(
    '%s in use by another program',
    async (setting, sentence) => {
      const taken = await listenOnLoopback()
      const printed = await startupError({ [setting]: taken })
      expect(sentence.exec(printed)?.[1], printed).toBe(taken)
    },
    slow,
  )

  test(
    'the same port for both',
    async () => {
      const { PORT } = await freePorts()
      const printed = await preflightError({ PORT, SMTP_RECEIVER_PORT: PORT })
      expect(printed).toContain(`PORT and SMTP_RECEIVER_PORT are both ${PORT}`)
      const metrics = await preflightError({ PORT, PARLEY_METRICS_PORT: PORT })
      expect(metrics).toContain(`PORT and PARLEY_METRICS_PORT are both ${PORT}`)
    },
    slow,
  )

  test.each([
    ['192.0.2.1', 'HOST is "192.0.2.1", which isn’t an address of this machine'],
    ['no-such-host.invalid', 'HOST is "no-such-host.invalid", a name that can’t be resolved'],
  ])('HOST %s', async (HOST, sentence) => expect(await preflightError({ HOST })).toContain(sentence), slow)

  test(
    'PARLEY_METRICS_HOST',
    async () => {
      const { PORT: PARLEY_METRICS_PORT } = await freePorts()
      const printed = await preflightError({ PARLEY_METRICS_HOST: '192.0.2.1', PARLEY_METRICS_PORT })
      expect(printed).toContain('PARLEY_METRICS_HOST is "192.0.2.1", which isn’t an address of this machine')
    },
    slow,
  )

  test.runIf(asRoot && process.platform === 'linux')(
    'a port reserved for root',
    async () => {
      const namespace = ['unshare', '--net', '--', 'sh', '-c', 'ip link set lo up; exec "$@"', 'sh']
      expect(await startupError({ PORT: '80' }, [...namespace, ...unprivilegedCommand])).toMatch(
        /^PORT 80 isn’t allowed for this user/,
      )
    },
    slow,
  )

  test(
    'only of the roles of this process',
    async () => {
      const taken = await listenOnLoopback((socket) => socket.end())
      const printed = await preflightError({
        ROLES: 'worker',
        PORT: taken,
        DATABASE_URL: `postgres://parley@127.0.0.1:${taken}/parley`,
      })
      expect(printed).toMatch(/^DATABASE_URL points to/)
    },
    slow,
  )
})
