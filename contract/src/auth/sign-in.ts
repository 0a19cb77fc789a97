import { z } from 'zod'
import { Agent } from '../agents/agent.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, emailAddress } from '../shared/fields.ts'

const tag = 'auth'
export const login = endpoint({
  method: 'POST',
  path: '/api/v1/auth/login',
  access: 'public',
  summary: 'Sign in; sets the session and CSRF cookies',
  tag,
  body: z.object({
    email: z.string().min(1, 'Enter your email address'),
    password: z.string().min(1, 'Enter your password'),
  }),
  response: Agent,
  supports_idempotency_key: false,
})

/** What the "Forgot your password?" form sends. */
export const PasswordResetRequest = z.object({ email: emailAddress })
export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/v1/agents/reset-password',
  access: 'public',
  summary: 'Email a link to set a new password; the response does not reveal whether the address is known',
  tag,
  body: PasswordResetRequest,
  response: acknowledgement,
  supports_idempotency_key: false,
})
export const setPassword = endpoint({
  method: 'POST',
  path: '/api/v1/agents/set-password',
  access: 'public',
  summary: 'Set a password with the token from an emailed link; all sessions of the agent end',
  tag,
  body: z.object({
    token: z.string().min(1, 'This link is incomplete. Copy the whole link from the email').max(200),
    password: z.string().min(1, 'Enter a password').max(10_000),
  }),
  response: acknowledgement,
  supports_idempotency_key: false,
})
export const loginSecondFactor = endpoint({
  method: 'POST',
  path: '/api/v1/auth/second-factor',
  access: 'public',
  summary: 'Finish signing in with the second factor requested by the first call',
  tag,
  body: z.object({
    ticket: z.string().min(1).max(200),
    /** Six digits from the authenticator app, or a recovery code. */
    code: z.string().trim().min(1, 'Enter the code').max(100),
  }),
  response: Agent,
  supports_idempotency_key: false,
})
