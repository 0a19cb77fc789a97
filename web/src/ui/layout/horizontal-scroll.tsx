import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * Scrolls content that may be wider than the screen, such as a table. Focusable while it overflows; a fade marks the
 * hidden end.
 */
export function HorizontalScroll({
  label,
  className,
  children,
}: {
  label: string
  className?: string | undefined
  children: ReactNode
}) {
  const box = useRef<HTMLElement>(null)
  const [overflows, setOverflows] = useState(false)
  const [hasMore, setHasMore] = useState(false)
  useEffect(() => {
    const { current } = box
    if (!current) return
    const measure = () => {
      const { scrollWidth, clientWidth, scrollLeft } = current
      setOverflows(scrollWidth > clientWidth)
      // Negative in right-to-left text, and may be fractional.
      setHasMore(Math.abs(scrollLeft) + clientWidth < scrollWidth - 1)
    }
    const sizes = new ResizeObserver(measure)
    sizes.observe(current)
    for (const child of current.children) sizes.observe(child)
    current.addEventListener('scroll', measure, { passive: true })
    return () => {
      sizes.disconnect()
      current.removeEventListener('scroll', measure)
    }
  }, [])
  return (
    <div className={clsx('relative overflow-hidden', className)}>
      <section
        ref={box}
        aria-label={label}
        // Scrollable content must be reachable by keyboard.
        tabIndex={overflows ? 0 : undefined}
        className="overflow-x-auto rounded-[inherit] -outline-offset-2"
      >
        {children}
      </section>
      <span
        aria-hidden
        className={clsx(
          'pointer-events-none absolute inset-y-0 end-0 w-6 bg-linear-to-l from-line-strong to-transparent transition-opacity rtl:bg-linear-to-r',
          hasMore ? 'opacity-100' : 'opacity-0',
        )}
      />
    </div>
  )
}
