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
