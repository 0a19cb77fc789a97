import { MessagesSquare } from 'lucide-react'

/** The workspace's logo, or Parley's. Decorative: the heading has the name. */
export function Brand({ logoUrl }: { logoUrl: string }) {
  if (logoUrl) return <img src={logoUrl} alt="" className="h-11 max-w-48 object-contain" />
  return (
    <span aria-hidden className="grid size-11 place-items-center rounded-xl bg-accent text-accent-ink">
      <MessagesSquare size={22} />
    </span>
  )
}
