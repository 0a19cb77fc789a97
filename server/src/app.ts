import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import websocket from '@fastify/websocket'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Clock } from './clock.ts'
import type { Db } from './db/pool.ts'
import type { Replica } from './db/replica.ts'
import type { Act } from './db/transaction.ts'
import { confirmationRoutes } from './features/account/confirmation-routes.ts'
import { meRoutes } from './features/account/me-routes.ts'
import { accountRoutes } from './features/account/routes.ts'
import { activityLogRoutes } from './features/activity-log/routes.ts'
import { agentRoutes } from './features/agents/routes.ts'
import type { ModelTimeouts } from './features/ai/completions/ask-model.ts'
import { isAiEnabled } from './features/ai/providers/providers.ts'
import { aiRoutes } from './features/ai/routes.ts'
import { assignmentRoutes } from './features/assignment/routes.ts'
import { logoutRoutes } from './features/auth/logout.ts'
import { authRoutes } from './features/auth/routes.ts'
import { automationRoutes } from './features/automations/routes.ts'
import { bootstrapRoutes } from './features/bootstrap/routes.ts'
import { businessHoursRoutes } from './features/business-hours/routes.ts'
import { contactRoutes } from './features/contacts/routes.ts'
import { conversationRoutes, mergeRoutes } from './features/conversations/routes.ts'
import { csatRoutes } from './features/csat/routes.ts'
import { surveyRoutes } from './features/csat/survey-routes.ts'
import { customAttributeRoutes } from './features/custom-attributes/routes.ts'
import { deletionRoutes } from './features/deletions/routes.ts'
import { draftRoutes } from './features/drafts/routes.ts'
import { emailRoutes } from './features/email/routes.ts'
import { gettingStartedRoutes } from './features/getting-started/routes.ts'
import { healthRoutes } from './features/health/routes.ts'
import type { OAuthProviders } from './features/inboxes/oauth/oauth-providers.ts'
import { inboxRoutes } from './features/inboxes/routes.ts'
import { macroRoutes } from './features/macros/routes.ts'
import type { RemoteImageDeps } from './features/media/remote-image.ts'
import { mediaRoutes } from './features/media/routes.ts'
import { heldSendRoutes, messageRoutes } from './features/messages/routes.ts'
import { scheduledReplyRoutes } from './features/messages/scheduled/scheduled-routes.ts'
import { pushRoutes } from './features/notifications/push/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { unsubscribeRoutes } from './features/notifications/unsubscribe/unsubscribe-routes.ts'
import { listEnabledProviders, presentProvider } from './features/oidc/providers.ts'
import { oidcRoutes } from './features/oidc/routes.ts'
import { oidcSignInPages } from './features/oidc/sign-in-pages.ts'
import { priorityRoutes } from './features/priorities/routes.ts'
import { privacyRoutes } from './features/privacy/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { retentionRoutes } from './features/retention/routes.ts'
import { roleRoutes } from './features/roles/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import type { ConfigSources } from './features/settings/read-config.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { readSettings } from './features/settings/settings.ts'
import { readWriteLimit } from './features/settings/write-limit.ts'
import { slaRoutes } from './features/sla/routes.ts'
import { spamRoutes } from './features/spam/routes.ts'
import { statusRoutes } from './features/statuses/routes.ts'
import type { Installation } from './features/system/doctor/check.ts'
import { systemRoutes } from './features/system/routes.ts'
import { systemMailRoutes } from './features/system-mail/routes.ts'
import { tagRoutes } from './features/tags/routes.ts'
import { teamRoutes } from './features/teams/routes.ts'
import { templateRoutes } from './features/templates/routes.ts'
import { undoRoutes } from './features/undo/routes.ts'
import { viewRoutes } from './features/views/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import type { DiskSpace } from './files/disk-space.ts'
import type { FileStore } from './files/file-store.ts'
import { closeConnections } from './http/close-connections.ts'
import { compressResponses } from './http/compress-responses.ts'
import { registerErrorHandlers } from './http/error-handlers.ts'
import { observeRequests } from './http/log-requests.ts'
import { registerOpenApi } from './http/openapi/openapi.ts'
import type { NetworkAccess } from './http/outbound/fetch-outbound.ts'
import { addOwnOrigin } from './http/pages/own-origins.ts'
import { registerWebClient } from './http/pages/web-client.ts'
import { registerBodyParsers } from './http/requests/body-parsers.ts'
import { resolveClients, trustedProxies } from './http/requests/client-address.ts'
import { malformedRequestHandlers } from './http/requests/malformed-request-handlers.ts'
import { validate } from './http/requests/validate.ts'
import { describeIssue } from './http/requests/validation-messages.ts'
import { createRoutes, readFromReplica } from './http/route.ts'
import { registerSecurityHeaders } from './http/security-headers.ts'
import { rateLimitWrites } from './http/write-rate-limit.ts'
import { authenticate } from './identity/authenticate.ts'
import { createRequestLog, type Log, requestIdField } from './log.ts'
import { metricsRoute } from './metrics/metrics-endpoint.ts'
import type { Node } from './nodes/node.ts'
import { createReadiness, type Registry } from './readiness.ts'
import type { Hub } from './realtime/hub.ts'
import { admitSockets, socketRoutes } from './realtime/socket.ts'
import { trackAvailability } from './realtime/track-availability.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import type { Secrets } from './secrets.ts'
import type { ResolveDns } from './sender-auth/dns-resolver.ts'

export type AppDeps = {
  db: Db
  /** For reports and search. */
  replica?: Replica | null
  act: Act
  node: Node
  clock: Clock
  log: Log
  hub: Hub
  secrets: Secrets
  files: { media: FileStore; mail: FileStore }
  /** Decodes untrusted files from customers and agents. */
  sandbox: Sandbox
  root_url: string
  /** Domain of the inboxes' built-in receiving addresses. */
  mail_host: string | null
  /** Host name sent in the SMTP EHLO greeting. */
  ehlo: string
  /** PARLEY_ROOT_URL, if set. */
  sign_in_url?: string | undefined
  version: string
  /** PARLEY_UPDATE_URL, if set. */
  update_url?: string | undefined
  /** What the settings say, for checking it. */
  installation: Installation
  /** For checking the DNS of the inboxes. */
  resolve: ResolveDns
  /** Port of the SMTP receiver; 0 or undefined when it is off. */
  receiver_port?: number
  /** Identifies this database's event stream. */
  epoch: string
  /** OAuth providers of mailboxes; tests supply their own. */
  oauth_providers?: OAuthProviders
  /** DNS resolver and address policy for remote images; tests use local servers. */
  outbound?: RemoteImageDeps['outbound']
  readiness?: Registry
  disk?: DiskSpace
  /** Addresses and ranges of reverse proxies. Defaults to this machine. */
  trusted_proxies?: readonly string[]
  /** Which addresses webhooks may reach. Defaults to the public internet. */
  webhook_reach?: NetworkAccess
  /** Which addresses language models may have. Defaults to the public internet. */
  ai_reach?: NetworkAccess
  /** Which addresses sign-in providers may have. Defaults to the public internet. */
  oidc_reach?: NetworkAccess
  /** Which addresses push services of browsers may have. Defaults to the public internet. */
  push_reach?: NetworkAccess
  /** Offers `/metrics`; null without a token for it. */
  metrics_route?: Parameters<typeof metricsRoute>[1] | null
  /** Model timeouts; tests use shorter ones. */
  ai_limits?: Partial<ModelTimeouts>
}

/** Builds the web server: plugins first, then one line per feature. Does not listen; main.ts and the tests do that. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list, one line per plugin and feature
export async function buildApp(deps: AppDeps) {
  const { db, act, clock, log, hub, root_url, version, epoch } = deps
  const isTrustedProxy = trustedProxies(deps.trusted_proxies)
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger, // a pino logger, typed as Fastify's plugins expect
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: requestIdField }),
    childLoggerFactory: (logger, bindings, options) => createRequestLog(logger, bindings, options),
    bodyLimit: 4 * 1024 * 1024,
    // For the host; resolveClients reads the other headers of proxies.
    trustProxy: isTrustedProxy,
    // A request that arrives on an open connection while the server stops is answered like any other.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    genReqId: () => crypto.randomUUID(),
    ...malformedRequestHandlers,
  })
  z.config({ customError: describeIssue })
  app.setValidatorCompiler(validate)
  app.setSerializerCompiler(serializerCompiler)
  closeConnections(app)
  resolveClients(app, isTrustedProxy, log)
  registerBodyParsers(app)
  await registerSecurityHeaders(app)
  compressResponses(app)
  await app.register(cookie)
  await app.register(multipart, { throwFileSizeLimit: false })
  await app.register(websocket, {
    options: { maxPayload: 64 * 1024 },
    // What a client did wrong, such as too large a frame.
    errorHandler: (error, socket, { log }) => {
      log.info({ reason: error.message }, 'a socket was closed')
      socket.terminate()
    },
  })
  registerErrorHandlers(app)
  observeRequests(app)
  const openings = admitSockets(app)
  authenticate(app, db, clock)
  await rateLimitWrites(app, { db, clock, readLimit: () => readWriteLimit(db) })

  addOwnOrigin(root_url)
  addOwnOrigin((await readSettings(db, { root_url, version }))['app.root_url'])
  await registerOpenApi(app, version)
  const routes = createRoutes(app, db, act, deps.disk?.assertRoom)
  const rootUrl = () => root_url
  const images = { files: deps.files.media, sandbox: deps.sandbox }
  authRoutes(routes, { act, clock, secrets: deps.secrets, root_url, version })
  await logoutRoutes(app, deps)
  const configSources: ConfigSources = {
    root_url,
    version,
    isAiEnabled,
    listSignInProviders: async (db, root_url) =>
      (await listEnabledProviders(db)).map((row) => presentProvider(row, root_url)),
  }
  settingsRoutes(app, routes, configSources)
  bootstrapRoutes(routes, epoch, configSources)
  gettingStartedRoutes(routes)
  systemMailRoutes(routes, { secrets: deps.secrets, root_url, ehlo: deps.ehlo, now: () => clock.now() })
  notificationRoutes(routes)
  pushRoutes(routes, { clock, secrets: deps.secrets, network: deps.push_reach ?? {} })
  csatRoutes(routes, clock)
  await surveyRoutes(app, deps)
  await unsubscribeRoutes(app, deps)
  templateRoutes(routes, { root_url, now: () => clock.now(), files: deps.files.media })
  const oidcDeps = { ...deps, network: deps.oidc_reach ?? {} }
  oidcRoutes(routes, oidcDeps)
  oidcSignInPages(app, oidcDeps)
  customAttributeRoutes(routes)
  automationRoutes(routes, { root_url, now: () => clock.now() })
  priorityRoutes(routes)
  inboxRoutes(routes, deps)
  agentRoutes(routes, deps)
  meRoutes(routes, images)
  accountRoutes(routes, { clock, secrets: deps.secrets, root_url, version })
  confirmationRoutes(routes, { clock, root_url, version })
  teamRoutes(routes)
  assignmentRoutes(routes, clock)
  roleRoutes(routes)
  businessHoursRoutes(routes, () => clock.now())
  slaRoutes(routes, clock)
  spamRoutes(routes)
  statusRoutes(routes)
  tagRoutes(routes)
  macroRoutes(routes)
  contactRoutes(routes, images)
  deletionRoutes(routes)
  activityLogRoutes(routes)
  retentionRoutes(routes, clock)
  privacyRoutes(routes, {
    ...{ secrets: deps.secrets, clock, files: deps.files, backups: deps.installation.backups },
  })
  const replicaRoutes = readFromReplica(routes, deps.replica ?? null)
  reportRoutes(replicaRoutes, () => clock.now())
  emailRoutes(routes, {
    store: deps.files.mail,
    secrets: deps.secrets,
    receiver_port: deps.receiver_port || null,
    mail_host: deps.mail_host,
  })
  searchRoutes(replicaRoutes, clock)
  conversationRoutes(routes)
  mergeRoutes(routes)
  viewRoutes(routes)
  undoRoutes(routes, clock)
  webhookRoutes(routes, { clock, secrets: deps.secrets, version, network: deps.webhook_reach ?? {} })
  aiRoutes(routes, {
    clock,
    secrets: deps.secrets,
    log,
    network: deps.ai_reach ?? {},
    limits: deps.ai_limits,
  })
  messageRoutes(routes, rootUrl)
  draftRoutes(routes, hub.announceDraft)
  heldSendRoutes(routes, () => clock.now())
  scheduledReplyRoutes(routes)
  mediaRoutes(app, routes, { db, clock, ...images, root_url, outbound: deps.outbound })
  if (deps.metrics_route) metricsRoute(app, deps.metrics_route)
  const readiness = deps.readiness ?? createReadiness(clock)
  healthRoutes(routes, db, readiness)
  systemRoutes(routes, { ...deps, readiness, update_url: deps.update_url })
  socketRoutes(app, {
    db,
    hub,
    clock,
    epoch,
    root_url,
    openings,
    markPresent: trackAvailability(act, () => clock.now()),
  })
  await registerWebClient(app)
  return app
}
