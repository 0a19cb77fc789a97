import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from './app.ts'
import type { Env } from './env.ts'
import { startReceiving } from './features/email/receiving/start-receiving.ts'
import { deriveTokenKeys } from './features/email/token-keys.ts'
import { reviewPrivateProviders } from './features/oidc/private-providers.ts'
import { createFoundation, type Foundation } from './foundation.ts'
import { allowPublicAnd } from './http/outbound/allowed-addresses.ts'
import type { NetworkAccess } from './http/outbound/fetch-outbound.ts'
import { isSignInUrlMissing, signInUrlWarning } from './identity/sign-in-url.ts'
import { explainListenError } from './listen-error.ts'
import { createLog } from './log.ts'
import { startMailParser } from './mail-parser/mail-parser.ts'
import { loadPushedObjects } from './pushed-objects.ts'
import { type Hub, startHub } from './realtime/hub.ts'
import { startSandbox } from './sandbox/sandbox.ts'
import { createSystemResolver } from './sender-auth/dns-resolver.ts'
import { startSenderVerifier } from './sender-auth/sender-verifier.ts'
import { firstSignInLines } from './startup/first-sign-in.ts'
import { preflight } from './startup/preflight.ts'
import { retryTransient } from './startup/retry-transient.ts'
import { surviveUnexpectedErrors } from './unexpected-errors.ts'
import { startWorkers } from './workers.ts'

const stopTimeoutMs = 10_000

export type Server = {
  address: string
  stop(): Promise<void>
}

/** Starts what the roles need, and stops it in reverse order. */
export async function startServer(
  env: Env,
  { version, demo }: { version: string; demo: boolean },
): Promise<Server> {
  const parts: { stop(): Promise<void> }[] = []
  const track = <T extends { stop(): Promise<void> }>(part: T): T => {
    parts.unshift(part)
    return part
  }
  const stop = async () => {
    for (const part of parts) await part.stop()
  }
  try {
    await preflight(env, createLog(env.log_level))
    const foundation = track(await createFoundation(env))
    if (isSignInUrlMissing(env) && !demo) foundation.log.warn(signInUrlWarning)
    const parser = track(startMailParser())
    const verifier = track(
      demo
        ? (await import('./demo/demo-verifier.ts')).demoVerifier
        : startSenderVerifier({ ...env, log: foundation.log, resolve: createSystemResolver() }),
    )
    const readingDeps = { ...foundation, parser, verifier, keys: deriveTokenKeys(foundation.secrets) }
    // Loaded on demand: a real server does not need the sample data in memory.
    const demoWorkspace = demo
      ? track(
          await (await import('./demo/start.ts')).startDemo(
            { ...readingDeps, announce: foundation.wake.announce },
            env,
          ),
        )
      : null
    const webhook_network = { isAllowed: allowPublicAnd(env.webhook_allow) }
    const push_network = { isAllowed: allowPublicAnd(env.push_allow) }
    if (env.roles.has('worker'))
      track(
        await startWorkers({ ...foundation, push_network }, readingDeps, {
          version,
          webhook_reach: webhook_network,
        }),
      )
    const retryStep = <T>(step: string, work: () => Promise<T>) => retryTransient(step, work, foundation.log)
    const hub = track(
      await retryStep('live updates', () =>
        startHub(
          foundation.db,
          foundation.wake,
          foundation.log,
          loadPushedObjects(foundation.db, env.root_url),
        ),
      ),
    )
    if (env.roles.has('web')) {
      await startWebServer(env, foundation, { hub, version, webhook_reach: webhook_network, track })
    }
    // The server is already answering: from here on a lost database must not end it.
    if (env.roles.has('mail'))
      track(await retryStep('receiving mail', () => startReceiving({ ...foundation, env })))
    console.log(
      [
        `Parley is ready at ${env.root_url}`,
        ...(demoWorkspace?.welcome ??
          (await retryStep('sign-in lines', () => firstSignInLines(foundation.db, foundation.secrets)))),
      ].join('\n'),
    )
    surviveUnexpectedErrors(foundation.log, foundation.readiness.countUnexpectedError)
    return { address: env.root_url, stop }
  } catch (error) {
    // A part that does not stop must not keep a failed process alive.
    await Promise.race([stop(), wait(stopTimeoutMs)])
    throw error
  }
}

async function startWebServer(
  env: Env,
  foundation: Foundation,
  {
    hub,
    version,
    webhook_reach,
    track,
  }: {
    hub: Hub
    version: string
    webhook_reach: NetworkAccess
    track: (part: { stop(): Promise<void> }) => void
  },
): Promise<void> {
  const oidc_network = { isAllowed: allowPublicAnd(env.oidc_allow) }
  // In the background, because DNS lookups can be slow.
  reviewPrivateProviders(foundation, oidc_network).catch((error: Error) =>
    foundation.log.error({ reason: error.message }, 'could not review the sign-in providers'),
  )
  const sandbox = startSandbox(foundation.log)
  const app = await buildApp({
    ...foundation,
    hub,
    sandbox,
    version,
    receiver_port: env.smtp_receiver_port,
    webhook_reach,
    ai_reach: { isAllowed: allowPublicAnd(env.ai_allow) },
    oidc_reach: oidc_network,
    push_reach: { isAllowed: allowPublicAnd(env.push_allow) },
  })
  track({ stop: () => app.close() })
  // Stopped first, so that requests waiting for it are answered before the server closes.
  track(sandbox)
  const address = { port: env.port, host: env.host }
  await app.listen(address).catch((error: Error) => {
    throw explainListenError(error, 'PORT', address)
  })
}
