import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Secrets } from '../../secrets.ts'

/** What this browser must bring back from the provider; kept in the browser, sealed, so that any node can finish what another began. */
const Flow = z.object({
  use: z.literal('oidc'),
  provider_id: z.int(),
  state: z.string(),
  nonce: z.string(),
  code_verifier: z.string(),
  next: z.string(),
  /** The agent who confirms who they are; null for a sign-in. */
  confirm: z.int().nullable().default(null),
  until: z.number(),
})
export type Flow = Omit<z.infer<typeof Flow>, 'use' | 'until'>

const name = 'parley_oidc'
const lasts_s = 600
const cookie = (request: FastifyRequest) => ({
  path: '/api/v1/oidc',
  // Strict would keep it back on the way from the provider's page.
  sameSite: 'lax' as const,
  secure: request.protocol === 'https',
  httpOnly: true,
})

export function beginFlow(
  {
    request,
    reply,
    secrets,
    now,
  }: { request: FastifyRequest; reply: FastifyReply; secrets: Secrets; now: Date },
  flow: Flow,
): void {
  const sealed = secrets.seal(JSON.stringify({ use: 'oidc', ...flow, until: now.getTime() + lasts_s * 1000 }))
  reply.setCookie(name, sealed, { ...cookie(request), maxAge: lasts_s })
}

/** What was begun in this browser, once; null when nothing was, or too long ago. */
export function endFlow({
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
  const sealed = request.cookies[name]
  if (!sealed) return null
  reply.clearCookie(name, cookie(request))
  const flow = Flow.safeParse(opened(secrets, sealed)).data
  return flow && flow.until > now.getTime() ? flow : null
}

function opened(secrets: Secrets, sealed: string): unknown {
  try {
    return JSON.parse(secrets.open(sealed))
  } catch {
    return null
  }
}
