import { createServer } from 'node:net'
import type { Env } from '../env.ts'

type Listener = { setting: 'PORT' | 'SMTP_RECEIVER_PORT'; port: number }

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

type Address = { port: number; host: string }

async function assertCanListen(setting: Listener['setting'], address: Address): Promise<void> {
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

/** Describes a failed `listen` in terms of the settings. */
export function explainListenError(
  error: NodeJS.ErrnoException,
  setting: Listener['setting'],
  { port, host }: Address,
): Error {
  const alternative = `set ${setting} to another port${receiverOffHint(setting)}`
  const sentences: Record<string, string> = {
    EADDRINUSE: `${setting} ${port} is in use by another program on ${host}. Stop that program, or ${alternative}.`,
    EACCES: `${setting} ${port} is not allowed for this user: most systems reserve ports below 1024. Start Parley with that right, or ${alternative}.`,
    EADDRNOTAVAIL: `HOST is "${host}", which is not an address of this machine. Set HOST to one that is, such as 127.0.0.1, or to 0.0.0.0 for all of them.`,
    ENOTFOUND: `HOST is "${host}", a name that cannot be resolved. Set HOST to an address of this machine, such as 127.0.0.1, or to 0.0.0.0 for all of them.`,
    EAI_AGAIN: `HOST is "${host}", a name that cannot be resolved because the name server does not answer. Set HOST to an address, such as 127.0.0.1.`,
  }
  const sentence =
    sentences[error.code ?? ''] ??
    `Parley cannot listen on ${host}:${port} (${error.message}). Check HOST and ${setting}.`
  return new Error(sentence, { cause: error })
}

const receiverOffHint = (setting: Listener['setting']) =>
  setting === 'SMTP_RECEIVER_PORT' ? ', or SMTP_RECEIVER_PORT to 0 to turn the receiver off' : ''
