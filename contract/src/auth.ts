import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Agent } from './people.ts'

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
})
export const loginSecondFactor = endpoint({
  method: 'POST',
  path: '/api/v1/auth/second-factor',
  access: 'public',
  summary: 'Finish signing in with the second factor that the first call asked for',
  tag,
  body: z.object({
    ticket: z.string().min(1).max(200),
    /** Six digits of the app, or a recovery code. */
    code: z.string().trim().min(1, 'Enter the code').max(100),
  }),
  response: Agent,
})
