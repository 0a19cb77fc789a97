import { Avatar as Base } from '@base-ui/react/avatar'
import { clsx } from 'clsx'
import type { CSSProperties } from 'react'
import { avatarHue } from './avatar-hue.ts'

const sizes = { sm: 'size-5 text-[9px]', md: 'size-7 text-2xs', lg: 'size-9 text-sm' }
/**
 * Position of the availability dot and of the gap around it, in pixels. The gap is transparent, so that it works on any
 * background.
 */
const dotPlacements = {
  sm: { dot: 'size-1.75 -right-0.25 -bottom-0.25', from: 2.5, gap: 5 },
  md: { dot: 'size-2 -right-0.25 -bottom-0.25', from: 3, gap: 5.75 },
  lg: { dot: 'size-2.5 right-0 bottom-0', from: 5, gap: 7 },
}
const dots = { online: 'bg-dot-online', away: 'bg-dot-away', offline: 'bg-dot-offline' }

/** A picture or initials. Decorative unless `label` is given: next to a visible name it would be read twice. */
export function Avatar({
  name,
  initials,
  src,
  size = 'md',
  dot,
  label,
}: {
  /** Determines the colour; the full name or address. */
  name: string
  initials: string
  src?: string | null | undefined
  size?: keyof typeof sizes
  dot?: keyof typeof dots | undefined
  label?: string
}) {
  return (
    <span
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      // In a stretched row or grid cell, the dot would move away from the picture.
      className="relative inline-flex h-fit shrink-0"
    >
      <span
        className={clsx(
          'tinted inline-grid place-items-center overflow-hidden rounded-full font-semibold tracking-[0.01em] select-none',
          sizes[size],
        )}
        style={dot ? { ...hue(name), maskImage: dotCutout(size) } : hue(name)}
      >
        {src ? (
          <Base.Root>
            <Base.Image src={src} alt="" className="size-full object-cover" />
            <Base.Fallback>{initials}</Base.Fallback>
          </Base.Root>
        ) : (
          initials
        )}
      </span>
      {dot && (
        <span data-dot={dot} className={clsx('absolute rounded-full', dotPlacements[size].dot, dots[dot])} />
      )}
    </span>
  )
}

// React's CSSProperties has no custom properties.
const hue = (name: string) => ({ '--hue': avatarHue(name) }) as CSSProperties

function dotCutout(size: keyof typeof dotPlacements): string {
  const { from, gap } = dotPlacements[size]
  return `radial-gradient(circle at calc(100% - ${from}px) calc(100% - ${from}px), transparent ${gap - 0.5}px, black ${gap}px)`
}
