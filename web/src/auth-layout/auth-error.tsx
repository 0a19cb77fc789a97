import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** Why a form before sign-in was refused, or why the user was sent back to it. */
export function AuthError({ children }: { children: ReactNode }) {
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-md border border-bad-line bg-bad-subtle px-3 py-2 text-bad"
    >
      <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
      {children}
    </p>
  )
}
