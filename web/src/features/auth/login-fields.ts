import { z } from 'zod'

/** Client-side validation. The messages are catalogue keys. */
export const LoginFields = z.object({
  email: z
    .string()
    .trim()
    .min(1, 'login.email_missing')
    .regex(/^$|^\S+@\S+\.\S+$/, 'login.email_invalid'),
  password: z.string().min(1, 'login.password_missing'),
})
export type LoginFields = z.infer<typeof LoginFields>
