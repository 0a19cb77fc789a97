import type { Actor } from '../../../actor.ts'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/pool.ts'
import type { Act } from '../../../db/transaction.ts'
import type { Env } from '../../../env.ts'
import type { FileStore } from '../../../files/file-store.ts'
import type { Log } from '../../../log.ts'
import type { Node } from '../../../nodes/node.ts'
import type { Registry } from '../../../readiness.ts'
import type { Secrets } from '../../../secrets.ts'
import type { EventNotifier } from '../../../spine/event-notifier.ts'
import { startMailboxWatchers } from '../imap/mailbox-watchers.ts'
import { requeueUnprocessed } from '../ledger/requeue-unread.ts'
import { receiverPart } from '../mail-readiness.ts'
import { startSmtpReceiver } from './smtp-receiver.ts'

export type ReceivingDeps = {
  db: Db
  act: Act
  clock: Clock
  system: Actor
  log: Log
  files: { mail: FileStore }
  secrets: Secrets
  wake: EventNotifier
  node: Node
  ehlo: string
  env: Pick<
    Env,
    'smtp_receiver_port' | 'smtp_receiver_tls' | 'smtp_receiver_proxy' | 'trusted_relays' | 'host'
  >
  readiness: Pick<Registry, 'register'>
}

/** Starts everything that receives mail: the SMTP receiver and the IMAP mailbox watchers. */
export async function startReceiving(deps: ReceivingDeps): Promise<{ stop(): Promise<void> }> {
  const { act, system, env } = deps
  await act(system, requeueUnprocessed)
  const part = receiverPart(() => receiver?.isListening() ?? false)
  const receiver =
    env.smtp_receiver_port > 0
      ? await startSmtpReceiver(
          { ...deps, store: deps.files.mail, onDeferred: part.reportDeferral },
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
  const watchers = startMailboxWatchers(deps)
  return {
    async stop() {
      await Promise.all([receiver?.stop(), watchers.stop()])
    },
  }
}
