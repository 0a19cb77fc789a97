import { MessagesSquare } from 'lucide-react'

export function Logo({ large = false }: { large?: boolean }) {
  return (
    <span
      aria-hidden
      className={`grid shrink-0 place-items-center bg-accent text-accent-ink ${large ? 'size-11 rounded-xl' : 'size-7 rounded-lg'}`}
    >
      <MessagesSquare size={large ? 22 : 16} />
    </span>
  )
}
