import { KeyRound } from 'lucide-react'

/** As on the sign-in page. */
export function ProviderPicture({ logo }: { logo: string }) {
  return (
    <span
      aria-hidden
      className="grid size-8 shrink-0 place-items-center rounded-lg bg-surface-sunk text-ink-3"
    >
      {logo ? <img src={logo} alt="" className="size-4 object-contain" /> : <KeyRound size={16} />}
    </span>
  )
}
