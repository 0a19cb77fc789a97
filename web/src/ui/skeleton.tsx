import { clsx } from 'clsx'

/** A grey stand-in with the shape of what is loading. Its container says aria-busy. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={clsx('animate-pulse rounded-md bg-press', className)} />
}
