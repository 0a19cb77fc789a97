import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from './app.ts'
import type { Env } from './env.ts'
import { isSignInUrlMissing, signInUrlWarning } from './features/auth/sign-in-url.ts'
import { startReceiving } from './features/email/start.ts'
import { tokenKeys } from './features/email/token-keys.ts'
import { reviewPrivateProviders } from './features/oidc/private-providers.ts'
import { layFoundation } from './foundation.ts'
import { publicAnd } from './http/outbound-address.ts'
import { createLog } from './log.ts'
import { startMailParser } from './mail-parser/parser.ts'
import { startHub } from './realtime/hub.ts'
import { startSandbox } from './sandbox/sandbox.ts'
import { systemDns } from './sender-auth/dns-resolver.ts'
import { startSenderVerifier } from './sender-auth/verifier.ts'
import { explainListenError } from './startup/check-ports.ts'
import { preflight } from './startup/preflight.ts'
import { retryTransient } from './startup/retry-transient.ts'
import { signInLines } from './startup/sign-in-lines.ts'
import { surviveUnexpectedErrors } from './unexpected-errors.ts'
import { startWorkers } from './workers.ts'

const longestStopMs = 10_000

export type Server = {
  address: string
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
    await preflight(env, createLog(env.log_level))
    const base = started(await layFoundation(env))
    if (isSignInUrlMissing(env) && !demo) base.log.warn(signInUrlWarning)
    const parser = started(startMailParser())
    const verifier = started(
      demo
        ? (await import('./demo/verifier.ts')).demoVerifier
        : startSenderVerifier({ ...env, log: base.log, resolve: systemDns() }),
    )
    const reading = { ...base, parser, verifier, keys: tokenKeys(base.secrets) }
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
    const insist = <T>(step: string, work: () => Promise<T>) => retryTransient(step, work, base.log)
    const hub = started(
      await insist('live updates', () => startHub(base.db, base.wake, base.log, env.root_url)),
    )
    if (env.roles.has('web')) {
      const oidc_reach = { isAllowed: publicAnd(env.oidc_allow) }
      // Names may take long to look up; nobody waits for it.
      reviewPrivateProviders(base, oidc_reach).catch((error: Error) =>
        base.log.error({ reason: error.message }, 'could not review the sign-in providers'),
      )
      const sandbox = startSandbox(base.log)
      const app = await buildApp({
        ...base,
        hub,
        sandbox,
        version,
        receiver_port: env.smtp_receiver_port,
        webhook_reach,
        ai_reach: { isAllowed: publicAnd(env.ai_allow) },
        oidc_reach,
      })
      started({ stop: () => app.close() })
      // Stops first: requests that wait for it are answered before the server closes.
      started(sandbox)
      const address = { port: env.port, host: env.host }
      await app.listen(address).catch((error: Error) => {
        throw explainListenError(error, 'PORT', address)
      })
    }
    // The server answers already: from here on a database that goes away must not end it.
    if (env.roles.has('mail')) started(await insist('receiving mail', () => startReceiving({ ...base, env })))
    console.log(
      [
        `Parley is ready at ${env.root_url}`,
        ...(stage?.welcome ?? (await insist('sign-in lines', () => signInLines(base.db, base.secrets)))),
      ].join('\n'),
    )
    surviveUnexpectedErrors(base.log, base.readiness.countUnexpected)
    return { address: env.root_url, stop }
  } catch (error) {
    // What hangs must not keep a process that serves nobody.
    await Promise.race([stop(), wait(longestStopMs)])
    throw error
  }
}
