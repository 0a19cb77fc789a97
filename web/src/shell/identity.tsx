/** Name and email address of the agent, each truncated. */
export function Identity({ name, email }: { name: string; email: string | null }) {
  return (
    <span className="min-w-0">
      <span className="block truncate font-medium">{name}</span>
      <span className="block truncate text-xs text-ink-3">{email}</span>
    </span>
  )
}
