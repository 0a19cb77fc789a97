import { buildApp } from './app.ts'
import type { Env } from './env.ts'
import { startReceiving } from './features/email/start.ts'
import { tokenKeys } from './features/email/token-keys.ts'
import type { FirstAdmin } from './first-start.ts'
import { layFoundation } from './foundation.ts'
import { publicAnd } from './http/outbound-address.ts'
import { startMailParser } from './mail-parser/parser.ts'
import { startHub } from './realtime/hub.ts'
import { startWorkers } from './workers.ts'

export type Server = {
  address: string
  /** Settles with the reason when the server cannot go on. */
  broken: Promise<string>
  stop(): Promise<void>
}

/** Starts what the roles ask for, from the ground up, and stops it from the top down. */
export async function startServer(
  env: Env,
  { version, demo }: { version: string; demo: boolean },
): Promise<Server> {
  const running: { stop(): Promise<void> }[] = []
  const started = <T extends { stop(): Promise<void> }>(part: T): T => {
    running.unshift(part)
    return part
  }
  const stop = async () => {
    for (const part of running) await part.stop()
  }
  try {
    const base = started(await layFoundation(env))
    const parser = started(startMailParser())
    const reading = { ...base, parser, keys: tokenKeys(base.secrets) }
    // Loaded when asked for: no real server carries the sample's stories in memory.
    const stage = demo
      ? started(
          await (await import('./demo/start.ts')).startDemo(
            { ...reading, announce: base.wake.announce },
            env,
          ),
        )
      : null
    const webhook_reach = { isAllowed: publicAnd(env.webhook_allow) }
    if (env.roles.has('worker')) started(await startWorkers(base, reading, { version, webhook_reach }))
    const hub = started(await startHub(base.db, base.wake, base.log, env.root_url))
    if (env.roles.has('web')) {
      const app = await buildApp({
        ...base,
        hub,
        version,
        receiver_port: env.smtp_receiver_port,
        webhook_reach,
        ai_reach: { isAllowed: publicAnd(env.ai_allow) },
      })
      started({ stop: () => app.close() })
      await app.listen({ port: env.port, host: env.host })
    }
    if (env.roles.has('mail')) started(await startReceiving({ ...base, env }))
    console.log(
      [`Parley is ready at ${env.root_url}`, ...(stage?.welcome ?? signInLines(base.admin))].join('\n'),
    )
    return { address: env.root_url, broken: base.databaseEnded, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function signInLines(admin: FirstAdmin | null): string[] {
  if (!admin) return []
  const password = admin.generated
    ? [`with the password ${admin.password} (shown only now; change it after signing in)`]
    : []
  return [`Sign in as ${admin.email}`, ...password]
}
