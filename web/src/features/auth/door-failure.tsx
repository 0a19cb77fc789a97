import { CircleAlert } from 'lucide-react'

/** Why the form in front of the sign-in was refused, in the server's words. */
export function DoorFailure({ error }: { error: Error }) {
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-md border border-bad-line bg-bad-subtle px-3 py-2 text-bad"
    >
      <CircleAlert size={16} aria-hidden className="mt-0.5" />
      {error.message}
    </p>
  )
}
