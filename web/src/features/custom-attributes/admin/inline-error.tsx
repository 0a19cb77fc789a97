import { CircleAlert } from 'lucide-react'

/** An error under a control outside of a `Field`. */
export function InlineError({ children }: { children: string }) {
  return (
    <p role="alert" className="mt-1.5 flex items-start gap-1.5 text-xs text-bad">
      <CircleAlert size={14} aria-hidden className="mt-px" />
      {children}
    </p>
  )
}
