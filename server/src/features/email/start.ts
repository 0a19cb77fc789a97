import type { Actor } from '../../actor.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transact.ts'
import type { Env } from '../../env.ts'
import type { FileStore } from '../../files/store.ts'
import type { Log } from '../../log.ts'
import type { Registry } from '../../readiness.ts'
import type { Secrets } from '../../secrets.ts'
import type { Wake } from '../../spine/wake.ts'
import { startWatchers } from './imap/watchers.ts'
import { receiverPart } from './mail-parts.ts'
import { startReceiver } from './receiver.ts'
import { requeueUnread } from './requeue.ts'

export type ReceivingDeps = {
  db: Db
  act: Act
  clock: Clock
  system: Actor
  log: Log
  files: { mail: FileStore }
  secrets: Secrets
  wake: Wake
  connectionString: string
  ehlo: string
  env: Pick<
    Env,
    'smtp_receiver_port' | 'smtp_receiver_tls' | 'smtp_receiver_proxy' | 'trusted_relays' | 'host'
  >
  readiness: Pick<Registry, 'register'>
}

/** Everything that takes mail in: the SMTP receiver and the watchers of IMAP mailboxes. */
export async function startReceiving(deps: ReceivingDeps): Promise<{ stop(): Promise<void> }> {
  const { act, system, env } = deps
  await act(system, requeueUnread)
  const part = receiverPart(() => receiver?.isListening() ?? false)
  const receiver =
    env.smtp_receiver_port > 0
      ? await startReceiver(
          { ...deps, store: deps.files.mail, onPutOff: part.note },
          {
            port: env.smtp_receiver_port,
            host: env.host,
            name: deps.ehlo,
            tls_files: env.smtp_receiver_tls,
            proxies: env.smtp_receiver_proxy ? env.trusted_relays : [],
          },
        )
      : null
  if (receiver) deps.readiness.register(part)
  const watchers = startWatchers(deps)
  return {
    async stop() {
      await Promise.all([receiver?.stop(), watchers.stop()])
    },
  }
}
