import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Secrets } from '../../secrets.ts'

/** State that the browser brings back from the provider. Kept in an encrypted cookie, so that any node can finish what another started. */
const Flow = z.object({
  use: z.literal('oidc'),
  provider_id: z.int(),
  state: z.string(),
  nonce: z.string(),
  code_verifier: z.string(),
  next: z.string(),
  /** The agent who confirms their identity; null for a sign-in. */
  confirm: z.int().nullable().default(null),
  until: z.number(),
})
export type Flow = Omit<z.infer<typeof Flow>, 'use' | 'until'>

const cookieName = 'parley_oidc'
const lifetimeSeconds = 600
const cookieOptions = (request: FastifyRequest) => ({
  path: '/api/v1/oidc',
  // Strict would drop the cookie when returning from the provider's page.
  sameSite: 'lax' as const,
  secure: request.protocol === 'https',
  httpOnly: true,
})

export function writeFlowCookie(
  {
    request,
    reply,
    secrets,
    now,
  }: { request: FastifyRequest; reply: FastifyReply; secrets: Secrets; now: Date },
  flow: Flow,
): void {
  const sealed = secrets.seal(
    JSON.stringify({ use: 'oidc', ...flow, until: now.getTime() + lifetimeSeconds * 1000 }),
  )
  reply.setCookie(cookieName, sealed, { ...cookieOptions(request), maxAge: lifetimeSeconds })
}

/** Returns the flow started in this browser, once; null if there is none or it has expired. */
export function consumeFlowCookie({
  request,
  reply,
  secrets,
  now,
}: {
  request: FastifyRequest
  reply: FastifyReply
  secrets: Secrets
  now: Date
}): Flow | null {
  const sealed = request.cookies[cookieName]
  if (!sealed) return null
  reply.clearCookie(cookieName, cookieOptions(request))
  const flow = Flow.safeParse(tryOpen(secrets, sealed)).data
  return flow && flow.until > now.getTime() ? flow : null
}

function tryOpen(secrets: Secrets, sealed: string): unknown {
  try {
    return JSON.parse(secrets.open(sealed))
  } catch {
    return null
  }
}
