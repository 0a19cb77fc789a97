import { LoaderCircle } from 'lucide-react'

/** Decorative: describe what is loading in text or with aria-busy. */
export function Spinner({ size = 16 }: { size?: number }) {
  return <LoaderCircle size={size} aria-hidden className="animate-spin" />
}
