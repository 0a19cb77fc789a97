import { useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { configQuery } from './queries.ts'

/** The workspace's logo, or ours; square where there is no room for a wide one. */
export function WorkspaceLogo({ wide = true }: { wide?: boolean }) {
  const url = useQuery(configQuery).data?.['app.logo_url']
  if (!url) return <Logo />
  return (
    <img
      src={url}
      alt=""
      className={`h-7 shrink-0 rounded-md object-contain ${wide ? 'max-w-28 object-left' : 'w-7'}`}
    />
  )
}

export function Logo() {
  return (
    <span
      aria-hidden
      className="grid size-7 shrink-0 place-items-center rounded-lg bg-accent text-accent-ink"
    >
      <MessagesSquare size={16} />
    </span>
  )
}
