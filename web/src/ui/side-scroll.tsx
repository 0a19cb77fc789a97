import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Something that may be wider than the screen, such as a table: it scrolls, by key as well, and its edge says when more follows. */
export function SideScroll({
  label,
  className,
  children,
}: {
  label: string
  className?: string | undefined
  children: ReactNode
}) {
  const box = useRef<HTMLElement>(null)
  const [isWider, setWider] = useState(false)
  const [follows, setFollows] = useState(false)
  useEffect(() => {
    const { current } = box
    if (!current) return
    const look = () => {
      const { scrollWidth, clientWidth, scrollLeft } = current
      setWider(scrollWidth > clientWidth)
      // Where words go from right to left, the place counts downwards; and it has fractions.
      setFollows(Math.abs(scrollLeft) + clientWidth < scrollWidth - 1)
    }
    const sizes = new ResizeObserver(look)
    sizes.observe(current)
    for (const child of current.children) sizes.observe(child)
    current.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      current.removeEventListener('scroll', look)
    }
  }, [])
  return (
    <div className={clsx('relative overflow-hidden', className)}>
      <section
        ref={box}
        aria-label={label}
        // What scrolls can be reached by key.
        tabIndex={isWider ? 0 : undefined}
        className="overflow-x-auto rounded-[inherit] -outline-offset-2"
      >
        {children}
      </section>
      <span
        aria-hidden
        className={clsx(
          'pointer-events-none absolute inset-y-0 end-0 w-6 bg-linear-to-l from-line-strong to-transparent transition-opacity rtl:bg-linear-to-r',
          follows ? 'opacity-100' : 'opacity-0',
        )}
      />
    </div>
  )
}
