import { clsx } from 'clsx'

/** A grey stand-in with the shape of what is loading; `className` gives its size. Its container says aria-busy. */
export function Skeleton({ className, round = false }: { className: string; round?: boolean }) {
  return (
    <div
      aria-hidden
      className={clsx('animate-pulse bg-press', round ? 'rounded-full' : 'rounded-md', className)}
    />
  )
}
