import { z } from 'zod'
import { passwordRefusal } from '../agents/agents.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, instant } from '../shared/fields.ts'

/** A sign-in session of the agent. */
export const Session = z.object({
  uuid: z.uuid(),
  created_at: instant,
  /** Accurate to a few minutes. */
  last_seen_at: instant,
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** The session making this request. */
  is_current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const PasswordChange = z.object({
  old_password: z.string().min(1, 'Enter your current password').max(1000),
  new_password: z.string().superRefine((password, { addIssue }) => {
    const message = passwordRefusal(password)
    if (message) addIssue({ code: 'custom', message })
  }),
})

/** The second factors an agent can use besides the password (docs/spec/product-decisions.md#second-factor-at-sign-in). */
export const secondFactors = ['totp', 'passkey', 'recovery_code'] as const

/** The 401 response to a sign-in with the correct password when a second factor is still required. */
export const SecondFactorAsked = z.object({
  second_factor: z.array(z.enum(secondFactors)),
  ticket: z.string(),
})
export type SecondFactorAsked = z.infer<typeof SecondFactorAsked>

export const SecondFactor = z.object({
  totp: z.object({ enabled: z.boolean(), since: instant.nullable() }),
  passkeys: z.int(),
  recovery_codes_left: z.int(),
  /** The workspace requires a second factor, so the last one cannot be turned off. */
  is_required: z.boolean(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

export const recoveryCodes = z.array(z.string())
const requiredPassword = z.string().min(1, 'Enter your password').max(1000)
/** Optional within ten minutes of signing in. */
const optionalPassword = requiredPassword.optional()
const code = z.string().trim().min(1, 'Enter the code').max(100)

const tag = 'account'
export const listMySessions = endpoint({
  method: 'GET',
  path: '/api/v1/agents/me/sessions',
  access: 'agent',
  api_keys: 'never',
  summary: 'List your sessions, most recently used first',
  tag,
  response: z.array(Session),
})
export const endMySession = endpoint({
  method: 'DELETE',
  path: '/api/v1/agents/me/sessions/:uuid',
  access: 'agent',
  api_keys: 'never',
  summary: 'End a session immediately',
  tag,
  params: z.object({ uuid: z.uuid() }),
  response: acknowledgement,
})
export const endMyOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/v1/agents/me/sessions',
  access: 'agent',
  api_keys: 'never',
  summary: 'End all other sessions immediately',
  tag,
  response: acknowledgement,
})
export const changeMyPassword = endpoint({
  method: 'PUT',
  path: '/api/v1/agents/me/password',
  access: 'agent',
  api_keys: 'never',
  summary: 'Change your password; all other sessions end',
  tag,
  body: PasswordChange,
  response: acknowledgement,
})
export const getMySecondFactor = endpoint({
  method: 'GET',
  path: '/api/v1/agents/me/second-factor',
  access: 'agent',
  api_keys: 'never',
  allowed_before_second_factor: true,
  summary: 'Whether two-factor authentication is on',
  tag,
  response: SecondFactor,
})
export const startMyTotp = endpoint({
  method: 'POST',
  path: '/api/v1/agents/me/second-factor/totp',
  access: 'agent',
  api_keys: 'never',
  allowed_before_second_factor: true,
  summary: 'Start setting up an authenticator app; nothing changes until a code confirms it',
  tag,
  body: z.object({ password: optionalPassword }),
  response: z.object({ secret: z.string(), uri: z.string(), qr_svg: z.string() }),
  supports_idempotency_key: false,
})
export const confirmMyTotp = endpoint({
  method: 'PUT',
  path: '/api/v1/agents/me/second-factor/totp',
  access: 'agent',
  api_keys: 'never',
  allowed_before_second_factor: true,
  summary: 'Turn on the authenticator app; recovery codes are shown once, and all other sessions end',
  tag,
  body: z.object({ code, password: optionalPassword }),
  response: z.object({ recovery_codes: recoveryCodes }),
})
export const removeMySecondFactor = endpoint({
  method: 'POST',
  path: '/api/v1/agents/me/second-factor/remove',
  access: 'agent',
  api_keys: 'never',
  summary: 'Turn off the authenticator app; recovery codes are removed with the last second factor',
  tag,
  body: z.object({ password: requiredPassword }),
  response: acknowledgement,
  supports_idempotency_key: false,
})
export const renewMyRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/v1/agents/me/second-factor/recovery-codes',
  access: 'agent',
  api_keys: 'never',
  summary: 'Generate new recovery codes; the old ones stop working',
  tag,
  body: z.object({ password: requiredPassword }),
  response: z.object({ recovery_codes: recoveryCodes }),
  supports_idempotency_key: false,
})
