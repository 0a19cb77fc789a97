import { LoaderCircle } from 'lucide-react'

/** Decorative: say what is loading in text or with aria-busy beside it. */
export function Spinner({ size = 16 }: { size?: number }) {
  return <LoaderCircle size={size} aria-hidden className="animate-spin" />
}
