import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { instant } from '../shared/fields.ts'
import { PasskeyAnswer, passkeyChallenge } from './passkeys.ts'

/** Changes to how people sign in require a sign-in or confirmation no older than this. */
export const confirmationDuration_ms = 10 * 60_000

/** The `data` of the 403 that requires a confirmation. After confirming, the same request succeeds. */
export const ConfirmationRequired = z.object({ reason: z.literal('confirmation_required') })
export type ConfirmationRequired = z.infer<typeof ConfirmationRequired>

/** Whether this session is confirmed, and the available ways to confirm it. */
export const Confirmation = z.object({
  /** Null when the last sign-in or confirmation is too old. */
  confirmed_until: instant.nullable(),
  methods: z.object({
    password: z.boolean(),
    passkey: z.boolean(),
    /** For agents who sign in with a provider: open `GET /api/v1/oidc/:id/login?confirm=1` in a separate window. */
    oidc: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
})
export type Confirmation = z.infer<typeof Confirmation>

const tag = 'account'
export const getMyConfirmation = endpoint({
  method: 'GET',
  path: '/api/v1/agents/me/confirmation',
  access: 'agent',
  api_keys: 'never',
  summary: 'Whether you confirmed your identity in the last ten minutes, and how you can',
  tag,
  response: Confirmation,
})
export const askPasskeyToConfirm = endpoint({
  method: 'POST',
  path: '/api/v1/agents/me/confirmation/passkey',
  access: 'agent',
  api_keys: 'never',
  summary: 'Start confirming your identity with a passkey',
  tag,
  response: passkeyChallenge,
  supports_idempotency_key: false,
})
export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/api/v1/agents/me/confirmation',
  access: 'agent',
  api_keys: 'never',
  summary: 'Confirm your identity with your password or a passkey; valid for ten minutes in this session',
  tag,
  body: z.union([
    z.object({ password: z.string().min(1, 'Enter your password').max(1000) }),
    z.object({ ticket: z.string().min(1).max(200), answer: PasskeyAnswer }),
  ]),
  response: Confirmation,
  supports_idempotency_key: false,
})
