import { createServer } from 'node:net'
import type { Env } from '../env.ts'
import { explainListenError, type ListenAddress, type PortSetting, receiverOffHint } from '../listen-error.ts'

type Listener = { setting: PortSetting; port: number; host: string }

/** Throws an error that names the setting if a port that this process needs is unavailable. Listens briefly to find out. */
export async function checkPorts(
  env: Pick<Env, 'port' | 'smtp_receiver_port' | 'health_port' | 'host' | 'metrics' | 'roles'>,
): Promise<void> {
  const listeners: Listener[] = [
    ...(env.roles.has('web') ? [{ setting: 'PORT' as const, port: env.port, host: env.host }] : []),
    ...(env.roles.has('mail') && env.smtp_receiver_port > 0
      ? [{ setting: 'SMTP_RECEIVER_PORT' as const, port: env.smtp_receiver_port, host: env.host }]
      : []),
    ...(env.health_port
      ? [{ setting: 'PARLEY_HEALTH_PORT' as const, port: env.health_port, host: env.host }]
      : []),
    ...(env.metrics.port === null
      ? []
      : [{ setting: 'PARLEY_METRICS_PORT' as const, port: env.metrics.port, host: env.metrics.host }]),
  ]
  for (const [n, second] of listeners.entries()) {
    const first = listeners.slice(0, n).find(({ port }) => port === second.port)
    if (first)
      throw new Error(
        `${first.setting} and ${second.setting} are both ${first.port}. Set one of them to another port${receiverOffHint(second.setting)}.`,
      )
  }
  for (const { setting, ...address } of listeners) await assertCanListen(setting, address)
}

async function assertCanListen(setting: Listener['setting'], address: ListenAddress): Promise<void> {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ ...address, exclusive: true }, resolve)
    })
  } catch (error) {
    throw explainListenError(error as NodeJS.ErrnoException, setting, address)
  }
  await new Promise((resolve) => server.close(resolve))
}
