import { Avatar as Base } from '@base-ui/react/avatar'
import { clsx } from 'clsx'
import type { CSSProperties } from 'react'
import { avatarHue } from './avatar-hue.ts'

const sizes = { sm: 'size-5 text-[9px]', md: 'size-7 text-2xs', lg: 'size-9 text-sm' }
const dots = { online: 'bg-dot-online', away: 'bg-dot-away', offline: 'bg-dot-offline' }

/** A picture or initials. Decorative unless `label` is given: beside a written name it would be read twice. */
export function Avatar({
  name,
  initials,
  src,
  size = 'md',
  dot,
  label,
}: {
  /** What the colour is derived from; the full name or address. */
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
      className="relative inline-flex shrink-0"
    >
      <Base.Root
        className={clsx(
          'tinted inline-grid place-items-center overflow-hidden rounded-full font-semibold tracking-[0.01em] select-none',
          sizes[size],
        )}
        style={hue(name)}
      >
        {src && <Base.Image src={src} alt="" className="size-full object-cover" />}
        <Base.Fallback>{initials}</Base.Fallback>
      </Base.Root>
      {dot && (
        <span
          className={clsx(
            'absolute -right-0.5 -bottom-0.5 size-2.5 rounded-full border-2 border-canvas',
            dots[dot],
          )}
        />
      )}
    </span>
  )
}

// React's CSSProperties do not know custom properties.
const hue = (name: string) => ({ '--hue': avatarHue(name) }) as CSSProperties
