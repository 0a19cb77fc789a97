import { z } from 'zod'
import { recoveryCodes } from '../account/account-security.ts'
import { Agent } from '../agents/agent.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, instant, nonEmptyLine } from '../shared/fields.ts'

export const Passkey = z.object({
  uuid: z.uuid(),
  name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/)
const credential = { id: base64url.min(1).max(1500), rawId: base64url.min(1).max(1500) }

/** The browser's response when a passkey has signed (WebAuthn level 3, AuthenticationResponseJSON). */
export const PasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
})
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>

/** The browser's response when a passkey has been created (RegistrationResponseJSON). */
export const NewPasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})
export type NewPasskeyAnswer = z.output<typeof NewPasskeyAnswer>

/** A ticket for the response, and the options that the browser passes to its passkeys. */
export const passkeyChallenge = z.object({ ticket: z.string(), options: z.record(z.string(), z.unknown()) })
const ticket = z.string().min(1).max(200)
const name = nonEmptyLine(140)
const params = z.object({ uuid: z.uuid() })
/** Optional within ten minutes of signing in. */
const password = z.string().min(1, 'Enter your password').max(1000).optional()

const tag = 'account'
export const listMyPasskeys = endpoint({
  method: 'GET',
  path: '/api/v1/agents/me/passkeys',
  access: 'agent',
  api_keys: 'never',
  allowed_before_second_factor: true,
  summary: 'List your passkeys, newest first',
  tag,
  response: z.array(Passkey),
})
export const askForPasskey = endpoint({
  method: 'POST',
  path: '/api/v1/agents/me/passkeys/options',
  access: 'agent',
  api_keys: 'never',
  allowed_before_second_factor: true,
  summary: 'Start adding a passkey',
  tag,
  body: z.object({ password }),
  response: passkeyChallenge,
  supports_idempotency_key: false,
})
export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/v1/agents/me/passkeys',
  access: 'agent',
  api_keys: 'never',
  allowed_before_second_factor: true,
  summary:
    'Add the passkey created by the browser; the first second factor comes with recovery codes, shown once',
  tag,
  body: z.object({ ticket, name, answer: NewPasskeyAnswer }),
  response: z.object({ passkey: Passkey, recovery_codes: recoveryCodes.nullable() }),
  supports_idempotency_key: false,
})
export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/api/v1/agents/me/passkeys/:uuid',
  access: 'agent',
  api_keys: 'never',
  summary: 'Rename a passkey',
  tag,
  params,
  nulls: 'refused',
  body: z.object({ name }),
  response: Passkey,
})
export const removePasskey = endpoint({
  method: 'POST',
  path: '/api/v1/agents/me/passkeys/:uuid/remove',
  access: 'agent',
  api_keys: 'never',
  summary: 'Remove a passkey',
  tag,
  params,
  body: z.object({ password }),
  response: acknowledgement,
  supports_idempotency_key: false,
})
export const askPasskeyToSignIn = endpoint({
  method: 'POST',
  path: '/api/v1/auth/passkey/options',
  access: 'public',
  summary: 'Start signing in with a passkey; with the ticket of a second step, with a passkey of that agent',
  tag: 'auth',
  body: z.object({ sign_in: ticket.optional() }),
  response: passkeyChallenge,
  supports_idempotency_key: false,
})
export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/v1/auth/passkey',
  access: 'public',
  summary: 'Sign in with the passkey’s response',
  tag: 'auth',
  body: z.object({ ticket, answer: PasskeyAnswer, sign_in: ticket.optional() }),
  response: Agent,
  supports_idempotency_key: false,
})
