import { createServer } from 'node:net'
import type { Env } from '../env.ts'
import { explainListenError, type ListenAddress, type PortSetting, receiverOffHint } from '../listen-error.ts'

type Listener = { setting: PortSetting; port: number }

/** Throws an error that names the setting if a port that this process needs is unavailable. Listens briefly to find out. */
export async function checkPorts(
  env: Pick<Env, 'port' | 'smtp_receiver_port' | 'host' | 'roles'>,
): Promise<void> {
  const listeners: Listener[] = [
    ...(env.roles.has('web') ? [{ setting: 'PORT' as const, port: env.port }] : []),
    ...(env.roles.has('mail') && env.smtp_receiver_port > 0
      ? [{ setting: 'SMTP_RECEIVER_PORT' as const, port: env.smtp_receiver_port }]
      : []),
  ]
  const [first, second] = listeners
  if (first && second && first.port === second.port)
    throw new Error(
      `PORT and SMTP_RECEIVER_PORT are both ${first.port}. Set one of them to another port${receiverOffHint('SMTP_RECEIVER_PORT')}.`,
    )
  for (const { setting, port } of listeners) await assertCanListen(setting, { port, host: env.host })
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
