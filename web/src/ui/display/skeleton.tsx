import { clsx } from 'clsx'

/** A loading placeholder; `className` sets its size. Its container has aria-busy. */
export function Skeleton({ className, round = false }: { className: string; round?: boolean }) {
  return (
    <div
      aria-hidden
      className={clsx('animate-pulse bg-press', round ? 'rounded-full' : 'rounded-md', className)}
    />
  )
}
