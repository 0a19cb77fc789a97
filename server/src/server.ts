import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from './app.ts'
import type { Env } from './env.ts'
import type { ProcessingDeps } from './features/email/filing/process-delivery.ts'
import { startReceiving } from './features/email/receiving/start-receiving.ts'
import { deriveAcceptedTokenKeys } from './features/email/token-keys.ts'
import { startHealthServer } from './features/health/health-server.ts'
import { reviewPrivateProviders } from './features/oidc/private-providers.ts'
import { startRequestRecording } from './features/system/history/record-requests.ts'
import { createFoundation, type Foundation } from './foundation.ts'
import { allowPublicAnd } from './http/outbound/allowed-addresses.ts'
import type { NetworkAccess } from './http/outbound/fetch-outbound.ts'
import { isSignInUrlMissing, signInUrlWarning } from './identity/sign-in-url.ts'
import { explainListenError } from './listen-error.ts'
import { createLog } from './log.ts'
import { startMailParser } from './mail-parser/mail-parser.ts'
import { startNodeReports } from './nodes/node-report.ts'
import { startWhenLive } from './paused-copy.ts'
import { loadPushedObjects } from './pushed-objects.ts'
import { type Hub, startHub } from './realtime/hub.ts'
import { presenceGauges, socketGauges } from './realtime/socket-gauges.ts'
import { retryTransient } from './retry-transient.ts'
import { startSandbox } from './sandbox/sandbox.ts'
import { createSystemResolver } from './sender-auth/dns-resolver.ts'
import { startSenderVerifier } from './sender-auth/sender-verifier.ts'
import { firstSignInLines } from './startup/first-sign-in.ts'
import { preflight } from './startup/preflight.ts'
import { type Monitoring, startMonitoring, startTracesIfSet } from './startup/start-monitoring.ts'
import { createStopPlan, type StopPlan } from './startup/stop-plan.ts'
import { surviveUnexpectedErrors } from './unexpected-errors.ts'
import { startWorkers } from './workers.ts'

const stopTimeoutMs = 10_000

export type Server = {
  address: string
  /** Resolves with the reason when this process must stop, because another one has upgraded the database beyond it. */
  outdated: Promise<string>
  stop(): Promise<void>
}

/** Starts what the roles need, and stops it: entrances first, then in reverse order. */
export async function startServer(
  env: Env,
  { version, demo }: { version: string; demo: boolean },
): Promise<Server> {
  const { add: track, stop } = createStopPlan()
  try {
    await preflight(env, createLog(env.log_level))
    track(await startTracesIfSet(env, version), 'base')
    const foundation = track(await createFoundation(env), 'base')
    track(startNodeReports({ ...foundation, data_dir: env.data_dir }))
    if (env.roles.has('web')) track(startRequestRecording(foundation))
    const monitoring = track(await startMonitoring(env, foundation, version))
    if (isSignInUrlMissing(env) && !demo) foundation.log.warn(signInUrlWarning)
    const parser = track(startMailParser())
    const verifier = track(
      demo
        ? (await import('./demo/demo-verifier.ts')).demoVerifier
        : startSenderVerifier({ ...env, log: foundation.log, resolve: createSystemResolver() }),
    )
    const readingDeps = { ...foundation, parser, verifier, keys: deriveAcceptedTokenKeys(foundation.secrets) }
    // Loaded on demand: a real server does not need the sample data in memory.
    const demoWorkspace = demo
      ? track(
          await (await import('./demo/start.ts')).startDemo(
            { ...readingDeps, announce: foundation.wake.announce },
            env,
          ),
        )
      : null
    const webhook_reach = { isAllowed: allowPublicAnd(env.webhook_allow) }
    if (env.roles.has('worker'))
      track(await startWorkerRole(env, foundation, readingDeps, { version, webhook_reach }), 'worker')
    const retryStep = <T>(step: string, work: () => Promise<T>) => retryTransient(step, work, foundation.log)
    const hub = track(await retryStep('live updates', () => startLiveUpdates(env, foundation)), 'worker')
    if (env.roles.has('web'))
      await startWebServer(env, foundation, { hub, version, webhook_reach, monitoring, track })
    if (env.health_port)
      track(
        await startHealthServer(foundation.readiness, { port: env.health_port, host: env.host }),
        'entrance',
      )
    // The server is already answering: from here on a lost database must not end it.
    if (env.roles.has('mail'))
      track(
        await retryStep('receiving mail', () =>
          startWhenLive(foundation, () => startReceiving({ ...foundation, env })),
        ),
        'entrance',
      )
    console.log(
      [
        `Parley is ready at ${env.root_url}`,
        ...(demoWorkspace?.welcome ??
          (await retryStep('sign-in lines', () => firstSignInLines(foundation.db, foundation.secrets)))),
      ].join('\n'),
    )
    surviveUnexpectedErrors(foundation.log, foundation.readiness.countUnexpectedError)
    return { address: env.root_url, outdated: foundation.node.outdated, stop }
  } catch (error) {
    // A part that does not stop must not keep a failed process alive.
    await Promise.race([stop(), wait(stopTimeoutMs)])
    throw error
  }
}

/** Pushes changes to the browsers of this node. */
async function startLiveUpdates({ root_url }: Env, foundation: Foundation): Promise<Hub> {
  const { db, clock, wake, log, gauges } = foundation
  const hub = await startHub({ db, clock, wake, log, loadObjects: loadPushedObjects(db, root_url) })
  gauges.register(socketGauges(hub))
  gauges.register(presenceGauges(hub))
  return hub
}

/** Jobs, timers and consumers. */
const startWorkerRole = (
  env: Env,
  foundation: Foundation,
  readingDeps: ProcessingDeps,
  options: { version: string; webhook_reach: NetworkAccess },
) => {
  const push_network = { isAllowed: allowPublicAnd(env.push_allow) }
  return startWhenLive(foundation, () =>
    startWorkers({ ...foundation, push_network }, readingDeps, { ...options, backups: env.backups }),
  )
}

async function startWebServer(
  env: Env,
  foundation: Foundation,
  {
    hub,
    version,
    webhook_reach,
    monitoring,
    track,
  }: {
    hub: Hub
    version: string
    webhook_reach: NetworkAccess
    monitoring: Monitoring
    track: StopPlan['add']
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
    trusted_proxies: env.trusted_proxies,
    webhook_reach,
    metrics_route: monitoring.metrics_route,
    ai_reach: { isAllowed: allowPublicAnd(env.ai_allow) },
    oidc_reach: oidc_network,
    push_reach: { isAllowed: allowPublicAnd(env.push_allow) },
  })
  const stop = async () => {
    // First, so that requests waiting for it are answered before the server closes.
    await sandbox.stop()
    await app.close()
  }
  track({ stop }, 'entrance')
  const address = { port: env.port, host: env.host }
  await app.listen(address).catch((error: Error) => {
    throw explainListenError(error, 'PORT', address)
  })
}
